"""What is made and measured with the package: benchmarks, pictures, pages, peers, validity. Not installed with it."""
