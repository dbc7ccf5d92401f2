"""The works that formulas are taken from, by a short key."""

from __future__ import annotations

REFERENCES: dict[str, str] = {
    "agresti1998": "Agresti and Coull (1998), The American Statistician 52:119-126",
    "altman1994": "Altman and Bland (1994), BMJ 308:1552 and 309:102",
    "berry1995": "Berry and Armitage (1995), The Statistician 44:417-423 (mid-P intervals)",
    "brier1950": "Brier (1950), Monthly Weather Review 78:1-3",
    "brocker2007": "Bröcker and Smith (2007), Weather and Forecasting 22:651-661 (consistency bars)",
    "brodersen2010": "Brodersen, Ong, Stephan and Buhmann (2010), ICPR:3121-3124",
    "brown2001": "Brown, Cai and DasGupta (2001), Statistical Science 16:101-133",
    "clopper1934": "Clopper and Pearson (1934), Biometrika 26:404-413",
    "cohen1960": "Cohen (1960), Educational and Psychological Measurement 20:37-46",
    "cohen1968": "Cohen (1968), Psychological Bulletin 70:213-220",
    "connor1987": "Connor (1987), Biometrics 43:207-211",
    "cox1958": "Cox (1958), Biometrika 45:562-565 (logistic recalibration)",
    "deeks2004": "Deeks and Altman (2004), BMJ 329:168-169",
    "donner2012": "Donner and Zou (2012), Statistical Methods in Medical Research 21:347-359 (MOVER)",
    "efron1987": "Efron (1987), Journal of the American Statistical Association 82:171-185 (BCa)",
    "fagerland2013": "Fagerland, Lydersen and Laake (2013), BMC Medical Research Methodology 13:91",
    "fleiss1981": "Fleiss (1981), Statistical Methods for Rates and Proportions, 2nd ed., Wiley",
    "gart1988": "Gart and Nam (1988), Biometrics 44:323-338",
    "glas2003": "Glas et al. (2003), Journal of Clinical Epidemiology 56:1129-1135",
    "good1952": "Good (1952), Journal of the Royal Statistical Society B 14:107-114",
    "gorodkin2004": "Gorodkin (2004), Computational Biology and Chemistry 28:367-374",
    "guo2017": "Guo, Pleiss, Sun and Weinberger (2017), ICML:1321-1330",
    "handtill2001": "Hand and Till (2001), Machine Learning 45:171-186",
    "jaccard1912": "Jaccard (1912), New Phytologist 11:37-50",
    "kish1965": "Kish (1965), Survey Sampling, Wiley",
    "koopman1984": "Koopman (1984), Biometrics 40:513-517",
    "kubat1997": "Kubat and Matwin (1997), ICML:179-186",
    "kumar2019": "Kumar, Liang and Ma (2019), NeurIPS 32:3787-3798",
    "lifine2008": "Li and Fine (2008), Biostatistics 9:566-576",
    "lu1995": "Lu and Bean (1995), Statistics in Medicine 14:1831-1839",
    "matthews1975": "Matthews (1975), Biochimica et Biophysica Acta 405:442-451",
    "mcfadden1974": "McFadden (1974), in Frontiers in Econometrics:105-142",
    "mcnemar1947": "McNemar (1947), Psychometrika 12:153-157",
    "mossman1999": "Mossman (1999), Medical Decision Making 19:78-89",
    "murphy1973": "Murphy (1973), Journal of Applied Meteorology 12:595-600",
    "naeini2015": "Naeini, Cooper and Hauskrecht (2015), AAAI:2901-2907",
    "nakas2004": "Nakas and Yiannoutsos (2004), Statistics in Medicine 23:3437-3449",
    "obuchowski1997": "Obuchowski and McClish (1997), Statistics in Medicine 16:1529-1542",
    "powers2011": "Powers (2011), Journal of Machine Learning Technologies 2:37-63",
    "provost2003": "Provost and Domingos (2003), Machine Learning 52:199-215",
    "rubin1981": "Rubin (1981), Annals of Statistics 9:130-134 (the Bayesian bootstrap)",
    "scurfield1996": "Scurfield (1996), Journal of Mathematical Psychology 40:253-269",
    "spiegelhalter1986": "Spiegelhalter (1986), Statistics in Medicine 5:421-433",
    "stephenson2008": "Stephenson, Coelho and Jolliffe (2008), Weather and Forecasting 23:752-757",
    "tan2006": "Tan, Steinbach and Kumar (2006), Introduction to Data Mining, chapters 4 and 5",
    "vanrijsbergen1979": "van Rijsbergen (1979), Information Retrieval, Butterworths",
    "vickers2006": "Vickers and Elkin (2006), Medical Decision Making 26:565-574",
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
