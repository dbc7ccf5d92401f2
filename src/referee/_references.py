"""The works that formulas are taken from, by a short key."""

from __future__ import annotations

REFERENCES: dict[str, str] = {
    "agresti1998": "Agresti and Coull (1998), The American Statistician 52:119-126",
    "altman1994": "Altman and Bland (1994), BMJ 308:1552 and 309:102",
    "berry1995": "Berry and Armitage (1995), The Statistician 44:417-423 (mid-P intervals)",
    "brodersen2010": "Brodersen, Ong, Stephan and Buhmann (2010), ICPR:3121-3124",
    "brown2001": "Brown, Cai and DasGupta (2001), Statistical Science 16:101-133",
    "clopper1934": "Clopper and Pearson (1934), Biometrika 26:404-413",
    "cohen1960": "Cohen (1960), Educational and Psychological Measurement 20:37-46",
    "cohen1968": "Cohen (1968), Psychological Bulletin 70:213-220",
    "conover1999": "Conover (1999), Practical Nonparametric Statistics, 3rd edition, Wiley",
    "davis2006": "Davis and Goadrich (2006), ICML:233-240",
    "deeks2004": "Deeks and Altman (2004), BMJ 329:168-169",
    "donner2012": "Donner and Zou (2012), Statistical Methods in Medical Research 21:347-359 (MOVER)",
    "drummond2006": "Drummond and Holte (2006), Machine Learning 65:95-130",
    "efron1987": "Efron (1987), Journal of the American Statistical Association 82:171-185 (BCa)",
    "fagerland2013": "Fagerland, Lydersen and Laake (2013), BMC Medical Research Methodology 13:91",
    "fawcett2006": "Fawcett (2006), Pattern Recognition Letters 27:861-874",
    "ferri2002": "Ferri, Flach and Hernandez-Orallo (2002), ICML:139-146",
    "gart1988": "Gart and Nam (1988), Biometrics 44:323-338",
    "glas2003": "Glas et al. (2003), Journal of Clinical Epidemiology 56:1129-1135",
    "gorodkin2004": "Gorodkin (2004), Computational Biology and Chemistry 28:367-374",
    "green1966": "Green and Swets (1966), Signal Detection Theory and Psychophysics, Wiley",
    "hanley1982": "Hanley and McNeil (1982), Radiology 143:29-36",
    "hanley1988": "Hanley (1988), Medical Decision Making 8:197-203 (the binormal form)",
    "jaccard1912": "Jaccard (1912), New Phytologist 11:37-50",
    "kish1965": "Kish (1965), Survey Sampling, Wiley",
    "koopman1984": "Koopman (1984), Biometrics 40:513-517",
    "kubat1997": "Kubat and Matwin (1997), ICML:179-186",
    "manning2008": "Manning, Raghavan and Schütze (2008), Introduction to Information Retrieval, chapter 8",
    "martin1997": "Martin, Doddington, Kamm, Ordowski and Przybocki (1997), Eurospeech:1895-1898",
    "matthews1975": "Matthews (1975), Biochimica et Biophysica Acta 405:442-451",
    "mcclish1989": "McClish (1989), Medical Decision Making 9:190-195",
    "mcnemar1947": "McNemar (1947), Psychometrika 12:153-157",
    "perkins2006": "Perkins and Schisterman (2006), American Journal of Epidemiology 163:670-675",
    "powers2011": "Powers (2011), Journal of Machine Learning Technologies 2:37-63",
    "provost2001": "Provost and Fawcett (2001), Machine Learning 42:203-231",
    "rubin1981": "Rubin (1981), Annals of Statistics 9:130-134 (the Bayesian bootstrap)",
    "stone1974": "Stone (1974), Journal of the Royal Statistical Society B 36:111-147",
    "tan2006": "Tan, Steinbach and Kumar (2006), Introduction to Data Mining, chapters 4 and 5",
    "vanrijsbergen1979": "van Rijsbergen (1979), Information Retrieval, Butterworths",
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
