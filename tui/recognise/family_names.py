"""Family names heard in Australia and New Zealand, also those that are words as well; folded."""

FAMILY_NAMES = frozenset(
    """abboud abdi abe abebe adebayo adeyemi agarwal aggarwal ah ahmed ahn ahuja akhtar alexiou ali almeida
    andersen anderson ang antoniou aoun aquino arora arslan asante attard aydin azzopardi babic baker bakker
    banda bandara banerjee bansal barbieri barnes bauer bautista becker bekele bell bennett bhatia bhatt bianchi
    bird bishop black boateng bond borg bose boutros brennan brook brooks brown bruno bui bull burke burns butt
    byrne cai cameron camilleri campbell cannon cao carter caruso carvalho case castillo castle chambers chan
    chapman chatterjee chaudhry chen cheng cheung chiu cho choi chong chopra chow chowdhury christodoulou chua
    clark clarke collins colombo constantinou conte conti cook cooper coppola costa cox cross cruz dang dangelo
    dao das davis day delacruz deluca demarco demir deng desai desantis desilva devries dhillon diaz dimitriou
    ding dinh dissanayake dlamini do doherty domingo dong donovan doyle drake du duffy duong dutta economou
    edwards elias eriksson esposito evans eze faleolo farah farrugia faumuina fekitoa feng ferguson fernando
    ferrara ferrari ferreira ferretti fifita fischer fisher fitzgerald fitzpatrick flores flynn folau fontana
    fonua ford fox fraser frost fung gallagher galli gallo gao garcia gates gemayel gentile georgiou ghosh
    gibson gill giordano goel goh gomez gonzalez graham grant gray grech greco green grewal grey gunawardena guo
    gupta haddad haile hall halvorsen hamilton han hanna hansen harris hart harvey hashimoto hassan havili
    hayashi henare herath hernandez hill ho hoang hoffmann hogan hohepa holmes horvat hu huang hunt hunter
    hussain huynh hwang ibrahim ikeda ilic inoue ioannou iqbal ishikawa ivanov iyer jackson jain jang jansen
    jayawardena jensen jiang johansson johnson jones joshi jovanovic jung juric kamau kaminski kang kapoor
    karaka karam karras kato katsaros kaur kavanagh kaya keane kelly kennedy kereama kerr khalil khan khanna
    khoury kim kimura king kit klein knight kobayashi koch koh koroibete kostas kovac kowalski krishnan kumar
    kuznetsov kwan kwok kwon lam lamb lane larsen latu lau law le lealaiauloto lee leone leota leung lewandowski
    lewis li liang lim lin lindgren liu lock lolohea lombardi lombardo longo lopez love lu luo ly lynch ma
    macdonald mackenzie maclean macleod maguire mahe mai mak makris malhotra malik mancini manolis mansour
    marchetti mariani maric marino markovic marshall martin martinelli martinez martini mason matsumoto mccarthy
    mcdonald mcgrath mckay mckenzie mclean mcleod mehta meijer mendoza menon mensah meyer micallef mills mishra
    mitchell moala modi mohamud moore morales moretti mori moss moussa moyo mukherjee muller munro murphy murray
    mwangi naidu nair naivalu nakamura nanai nassar ncube ng ngata ngo nguyen nielsen nikolaidis nikolic nikora
    nkosi nolan novak nowak obrien oconnor ogawa okada okafor okonkwo okoye oliveira olsen oneill ong oreilly
    ortiz osman osullivan otieno owusu ozturk paewai page paki palmer pan pandey papadakis papadopoulos pappas
    parata parekh parisi park parker parks parore patel peace pearson peng pereira perera perez petrou petrov
    petrovic pham phan pike pillai pomare pope popov potae potter poutama price puketapu quinn qureshi radradra
    rahme rajan rajapakse raman ramirez ramos rangihuna rao ratana ravouvou rawiri reddy reid ren rewiti reyes
    ribeiro ricci richter rinaldi ritchie rivera rivers rizzo roberts robertson robinson rodriguez romano ropata
    rose ross rossi rowe ruatara russell russo ryan ryu saab saade saleh samaraweera sanchez sandhu santoro
    santos sapolu sarkis sasaki sato savage schmidt schneider schulz schuster scott sen serra seumanutafa shah
    sharma sharp shaw shepherd shields shimizu shin short siddiqui sidhu silva sim simpson sinclair singer singh
    skinner smit smith snow song sorensen souza stavrou steel stewart stone storm strong su subramaniam summers
    sun sutherland suzuki swan sweet tabua taiaroa takerei tamapua tamatea tamihana tan tanaka tang tanner
    tannous taufa taumalolo tautahi tawhai taylor teaho teo terangi tesfaye theodorou thomas thompson thorn
    thorne tian tipene tomoana tonga toomalatai torres tran trinh trivedi truong tsang tse tuala tuhiwai tuhoe
    tuiasosopo tuilagi tuipulotu tupou turner vaka vandenberg vandijk vasiliou vella verma villa villanueva
    visser vitale vlahos vo vu vuki vunipola wagner waititi walker wallace walsh wang waqanibaro ward warsame
    watanabe waters watson watt weaver webb weber wei wells west wetere whaanga wharepapa whatarau wheeler
    whelan white wickramasinghe wihongi williams wilson winiata wise wisniewski wolf wong wood woods wright wu
    xiao xie xu yamada yamaguchi yamamoto yang yao ye yeo yeung yilmaz yip yoon yoshida younes young yuan zammit
    zeng zhang zhao zheng zhou zhu zielinski""".split()  # noqa: SIM905 - a list one can read
)
