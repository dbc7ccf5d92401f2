"""The tools people use today, asked questions whose answer is known: what they say, beside what referee says.

`make peers` installs them into an environment of their own and writes the table of docs/compared.md.
"""
