"""The works that formulas are taken from, by a short key."""

from __future__ import annotations

REFERENCES: dict[str, str] = {
    "agresti1998": "Agresti and Coull (1998), The American Statistician 52:119-126",
    "altman1994": "Altman and Bland (1994), BMJ 308:1552 and 309:102",
    "benavoli2014": "Benavoli, Corani, Mangili, Zaffalon and Ruggeri (2014), ICML:1026-1034 (signed rank)",
    "berry1995": "Berry and Armitage (1995), The Statistician 44:417-423 (mid-P intervals)",
    "brodersen2010": "Brodersen, Ong, Stephan and Buhmann (2010), ICPR:3121-3124",
    "brown2001": "Brown, Cai and DasGupta (2001), Statistical Science 16:101-133",
    "clopper1934": "Clopper and Pearson (1934), Biometrika 26:404-413",
    "cohen1960": "Cohen (1960), Educational and Psychological Measurement 20:37-46",
    "cohen1968": "Cohen (1968), Psychological Bulletin 70:213-220",
    "corani2015": "Corani and Benavoli (2015), Machine Learning 100:285-304 (Bayesian correlated t)",
    "davison1997": "Davison and Hinkley (1997), Bootstrap Methods and their Application, Cambridge",
    "deeks2004": "Deeks and Altman (2004), BMJ 329:168-169",
    "donner2012": "Donner and Zou (2012), Statistical Methods in Medical Research 21:347-359 (MOVER)",
    "edgington2007": "Edgington and Onghena (2007), Randomization Tests, 4th edition, Chapman and Hall",
    "efron1987": "Efron (1987), Journal of the American Statistical Association 82:171-185 (BCa)",
    "efron1993": "Efron and Tibshirani (1993), An Introduction to the Bootstrap, Chapman and Hall",
    "fagerland2013": "Fagerland, Lydersen and Laake (2013), BMC Medical Research Methodology 13:91",
    "gart1988": "Gart and Nam (1988), Biometrics 44:323-338",
    "glas2003": "Glas et al. (2003), Journal of Clinical Epidemiology 56:1129-1135",
    "gorodkin2004": "Gorodkin (2004), Computational Biology and Chemistry 28:367-374",
    "jaccard1912": "Jaccard (1912), New Phytologist 11:37-50",
    "kish1965": "Kish (1965), Survey Sampling, Wiley",
    "koopman1984": "Koopman (1984), Biometrics 40:513-517",
    "kubat1997": "Kubat and Matwin (1997), ICML:179-186",
    "matthews1975": "Matthews (1975), Biochimica et Biophysica Acta 405:442-451",
    "mcnemar1947": "McNemar (1947), Psychometrika 12:153-157",
    "phipson2010": "Phipson and Smyth (2010), Statistical Applications in Genetics and Molecular Biology 9:39",
    "powers2011": "Powers (2011), Journal of Machine Learning Technologies 2:37-63",
    "rubin1981": "Rubin (1981), Annals of Statistics 9:130-134 (the Bayesian bootstrap)",
    "tan2006": "Tan, Steinbach and Kumar (2006), Introduction to Data Mining, chapters 4 and 5",
    "vanrijsbergen1979": "van Rijsbergen (1979), Information Retrieval, Butterworths",
    "venkatraman1996": "Venkatraman and Begg (1996), Biometrika 83:835-848 (permutation of ranks of two scores)",
    "waudbysmith2024": "Waudby-Smith and Ramdas (2024), Journal of the Royal Statistical Society B 86:1-27",
    "wilson1927": "Wilson (1927), Journal of the American Statistical Association 22:209-212",
    "yerushalmy1947": "Yerushalmy (1947), Public Health Reports 62:1432-1449",
    "youden1950": "Youden (1950), Cancer 3:32-35",
    "zou2008": "Zou and Donner (2008), Statistics in Medicine 27:1693-1702 (MOVER)",
}


def cite(key: str) -> str:
    """The full reference of a key.

    >>> cite("wilson1927")
    'Wilson (1927), Journal of the American Statistical Association 22:209-212'
    """
    return REFERENCES[key]
