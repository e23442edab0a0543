"""Given names heard in Australia and New Zealand, of every people that lives there; folded: no case, marks or hyphens."""

GIVEN_NAMES = frozenset(
    """aarav aaravi aaron abby abdul abdullah abdulrahman abebe abena abhishek abigail ada adaeze adam adanna
    addison adeel adela adele adeline adesh adil aditi aditya adnan adrian adriana adriano aena afa afia agata
    agnes agnieszka ahmad ahmed ahn aida aidan aiden aiko aileen aiman aimee aine aino aisea aisha aishwarya
    aisling ajay ajit akane akash akhil aki akiko akira akosi akosua alaa alain alan alana alani alasdair
    alastair albert alec aleks aleksandar aleksandra aleksei alena alessandra alessandro alessia alex alexa
    alexander alexandra alexandre alexandros alexei alexis alfie alfonso alfred ali alice alicia alina alisha
    alisi alison alistair allan alofa aloisio alok alonso alvin alyssa amadou amal amalia aman amanda amandeep
    amani amar amara amare amarjit amber ameera amelia amelie amina amir amira amiri amit amita amohia amrit
    amrita amy ana anahera anand ananda ananya anaru anastasia anastasios anatoly anders andre andrea andreas
    andrei andres andrew andria andris ane aneesh anela angela angelica angelina angelo angie angus anh anika
    anil anila anish anisha anita anja anjali anjana anke ankit ankita ann anna annabel annalise anne anneke
    anneliese annette annie annika annmarie anselm ansh anthea anthony antoinette anton antonia antonina antonio
    antonios antoun anuj anupam anuradha anurag anushka anya aoife aolani apakuki api apirana apisai aquila
    araceli arash aravind archie ardit ari aria ariana ariel arif arihia arjan arjun arlo armando armin arnav
    arne aroha artem arthur arun aruna arvind asha asher ashish ashley ashok ashraf ashton ashwin asif asma
    astrid asuka ata atawhai athanasios athena atieno atul audie audrey augusta augustine aurelia aurora ava
    avani avery avi avinash avril awhina axel ayaan ayaka ayan ayesha aylin ayman ayo ayumi azad aziz azra babak
    babu bailey balaji baljit balwinder banjo bao barak barbara barnaby barry bartholomew bashar bashir basma
    beatrice beatrix beau bec becca becky bede bela belen belinda bella ben benedict benito benjamin benji benny
    bente bernadette bernard bernie bert bertha beth bethany betty bev beverley bhavesh bhavin bhavna bianca
    bianka bich bijan bikram bilal bill billie billy binh birgit bjorn blake bo bob bobbie bobby bogdan bonnie
    boris boyd brad bradley branka branko brayden braydon breanna bree brendan brendon brennan brent brett brian
    bridget brodie bronte bronwyn brooke bruce bruna bruno bryan bryce bryn bryony byron cade caitlin caleb
    callum calum cam cameron camila camille candice cara caren carina carl carla carlo carlos carly carmel
    carmela carmen carol carolina caroline carolyn carrie carson cary casey cassandra cassie catalina catarina
    caterina cath cathal catherine cathy catriona cecelia cecile cecilia cedric celeste celia celine cesar chaim
    chan chandni chandra chanel chang chantal chantelle chao charbel charlene charles charlie charlotte
    charmaine chau chelsea chelsie chen cheng cheryl chi chiamaka chiara chidi chika chikako chike chin chinedu
    chioma chiyo chloe chong chris christa christel christian christina christine christo christophe christopher
    christos chui chun cian ciara cillian cindy claire clara clare clarissa claude claudia claudio clayton
    clement cliff clifford clint clinton clive coby cody col coleman colette colin colleen conan conchita connie
    connor conor consuelo cooper cora corey corina corinne cormac cory cosimo courtney craig cristian cristiano
    cristina cuong curtis cynthia cyril cyrus daichi daiki daisy dale dalia dalton damian damien damir damon dan
    dana danh dani daniel daniela daniele danielle danilo danny dante danuta dao daphne dara darcy daria dario
    dariusz darragh darrell darren darryl darshan daryl datuk dave davey david davide davina davor dawid dawit
    dawn dayna dean deb debbie deborah debra declan deepa deepak deepika deepti deirdre delia delilah della
    delphine demetri demetrios demi denis denise deniz dennis denny derek derrick desiree desmond dev devendra
    devika dhruv diana diane diego dieter dilip dillon dilshan dimitra dimitri dimitrios dimitris dina dinah
    dinesh dinh dino dion dione dionne dipa dipak dipti divya djamila dmitri dmitry dolores domenic domenica
    domenico dominic dominique don donal donald donna donncha donovan dora doreen doris dorota dorothy doug
    douglas dov draga dragan drew duane duc duncan duong dustin duy duyen dwayne dwight dylan eamon eamonn ed
    eddie eddy eden edgar edith edmund edna eduardo edward edwin efrosini egon ehsan eiko eileen eilish eitan
    ekaterina elaina elaine elanor eleanor elena eleni elham eli elia elian eliana elias elijah elin elio eliot
    elisa elisabeth elisapeta elise elisha eliza elizabeth ella ellen ellie elliot elliott elodie eloise elsa
    elsie elspeth elvira emanuel emanuela emeka emere emi emiko emil emilia emiliano emilio emily emine emir
    emma emmanuel emmet ena enda endre enid enoka enrico enrique enzo epeli erena eri eriata eric erica erik
    erika eriko erin ernest ernesto ernie errol erwin esi esme esperanza esteban estelle esther eteuati ethan
    ethel etienne etta eugene eugenia eunice eva evan evangelia evangelos eve evelina evelyn everett ewa ewan
    ezekiel ezra faafetai faalogo fabian fabio fabrizio fadi fahad faisal faith faiz faizal falak fang farah
    farhad farhan fariba farid farida farouk farrah fatema fathima fatima fatou fay faye fe federica federico
    felicia felicity felipe felix feng feodora ferdinand fergal fergus fernanda fernando fetu fia fidel filip
    filipe filipo filippo filomena finn fintan fiona fionn fionnuala fletcher flora florence florian flynn folau
    fotini fotios franca frances francesca francisca francisco franco francois frank franklin franz fraser fred
    freddie frederic frederick frederik freya frida fritz fuimaono fumiko funmi gabby gabe gabriel gabriela
    gabriele gabriella gabrielle gae gagan gaia gail galina ganesh gao gareth garrett garry garth gary gaurav
    gautam gavan gavin gayle geeta gemma gene genevieve gennaro geoff geoffrey george georgia gerald gerard
    gerardo gerd gerry gertrude ghassan gia giancarlo giang gianna gianni gideon gigi gil gilbert giles gill
    gillian gina ginevra ginny gino giorgio giorgos giovanna giovanni giulia giuliana giuliano giuseppe
    giuseppina gladys glen glenda glenn glenys gloria gopal goran gordana gordon gosia grace graciela graeme
    graham grainne grant greer greg gregory greta gretchen gretel grigor guang guido guillaume guillermo gulshan
    gunther guo gurdeep gurjit gurpreet gus gustavo guy gwen gwendolyn gwyneth gyorgy ha habib hadi hadiza
    hadley hai haibo haider hailey haim hakan hakim hal halima hamid hamish hamza han hana hanh hani hania hanna
    hannah hannes hanno hans hansika hao hardeep hari harini harish harjit harley harman haroon harpreet harriet
    harrison harry harsh harsha harshad harsimran haru harue haruka haruki haruto harvey hasan hashim hasina
    hassan haunani haya hayden hayley hazel heath heather hector hedda hedley heeni hei heidi heike heiko
    heilala heini hekenukumai helen helena helene helga helmut hemal hemant hemi henare hendrik heng henk henri
    henrietta henriette henrik henry herbert herman herminia hernan herve hiba hideo hien hieu hika hikaru hila
    hilary hilda hillary himanshu hina hine hineata hinemoa hinerangi hinewai hira hiran hiren hiro hiroko
    hiroshi hitesh hoa hoai hoana hoang hoani hohepa holger holly homer hone hong hope horace horst hortense
    hosea hossein howard hristina hua huan huang hubert hue hugh hughie hugo hui huia humphrey hung hunter huong
    hussain hussein huy huynh hyacinth hye hyun iain iakopo ian ianthe ibrahim ida idris iestyn ignacio ignatius
    igor ihab ihaia ike ilana iliana ilias ilka ilker ilona ilya iman imelda imogen imran ina inder india indira
    indra indu ines inga inge ingo ingrid inia inigo inna inoke ioana ioane ioannis iolana ione iosefa iosefo
    iosua iqbal ira iraia irena irene irina iris irwin isa isaac isabel isabell isabella isha ishaan ishaq
    ishita isidora isikeli isimeli isla ismail isoa isobel issa istvan itai itziar iva ivan ivana ivanka ivo
    ivona ivy iwan iyanu izabela izzy jaan jabez jabir jacek jacinda jacinta jack jackie jackson jaclyn jacob
    jacqueline jacquelyn jacques jacqui jacquie jad jada jade jaden jae jaeden jaffar jagdish jai jaime jaimee
    jaipal jake jakob jakub jalal jamal jameela james jamie jamil jamila jan jana janak jandamarra jane janelle
    janet janette jani janice janick janina janine jannik janos jarkko jaron jaroslav jarrah jarred jarrod
    jarvis jas jasbir jasdeep jashan jaskaran jasleen jasmin jasmine jason jasper jaswinder jatin javed javier
    jay jaya jayant jayden jaye jayesh jaylen jayne jayson jazmine jean jeanluc jeanpaul jeanpierre jed jeet
    jeff jeffrey jelena jemima jemma jen jenna jennie jennifer jennings jenny jens jeong jeremiah jeremy jericho
    jermaine jerome jerry jess jesse jessica jessie jethro jett ji jia jiahao jiali jian jiang jianhua jiao jie
    jignesh jill jillian jim jimmy jin jinan jing jinhua jiri jitendra jiwoo jo joachim joakim joan joana joann
    joanna joanne joao joaquim joaquin jocelyn jodi jodie jody joe joel joeli joerg joey johan johann johanna
    johannes john johnathan johnno johnny joji jolanta jolene jon jona jonah jonas jonathan jonty joost jordan
    jorge jorgen jorja jose josefa josefina josefine joselyn joseph josephine josette josh joshua josiah josie
    josip jovan jovana joy joyce jozef juan juana juanita judd jude judi judith judy juhi jui jules julia julian
    juliana juliane julie juliet juliette julio julius juma jun jung junko jurgen jussi justin justina justine
    jyothi jyoti kaan kabir kaden kadir kaho kahu kahukura kahurangi kai kaia kaila kailash kaimana kaipo
    kaitlin kaitlyn kaito kajal kala kalani kaleb kalei kalena kali kalisi kaloyan kalpana kamal kamala kamaljit
    kamile kamini kamran kanako kanani kane kang kaori kapil kara karan karanpreet kareem karen karena karim
    karin karina karl karla karlo karolina karthik kartik kasey kasia kaspar kassandra kat katalin kataraina
    katarina kate katelyn katerina kath katharina kathe katherina katherine kathleen kathryn kathy katie katina
    katja katrina katsumi katya kaur kauri kaushik kaveh kaviraj kavita kavya kawhena kay kaya kayla kaylee
    kayleigh kazimierz kazuki kazuko kazuo keanu keiko keira keisha keita keith kekoa kelley kellie kelly kelsey
    kelvin kem kemal kemp ken kendall kendra kenji kenneth kenny kenta kepa kereama kerehi kerensa keri kerri
    kerrie kerry kerryanne kerryn keshav ketan keti kevan kevin khadeeja khadija khai khaled khalid khalil khan
    khang khanh khin khoa khoi khong khuong khyati kia kian kiana kiara kiera kieran kiernan kiet kiki kiko
    killian kim kimberley kimberly kimi kimiora kina kingi kingsley kinsey kip kira kiran kiri kirilee kirill
    kirra kirrily kirsten kirstin kirsty kit kita kiyoshi kjell klara klaus kobe kobi kobina koen kofi koichi
    koji kojo kolinio konrad konstantin konstantina konstantinos kora koro kosta kostas kosuke kris krish
    krishna krishnan krista kristen kristian kristie kristin kristina kristine kristof kristoffer kristy krystal
    krystyna krzysztof kuldeep kulwinder kumar kumi kura kurt kushal kwabena kwadwo kwame kwasi kwesi kyle
    kylian kylie kym kyoko kyra kyung lacey lachie lachlan ladislav laila lakshman lakshmi lale lalit lalita lam
    lan lana lance landon lani lara larisa larissa larry lars lasse lata latai latika latisha latoya latu laura
    laurel lauren laurence laurene laurent laurie lavinia lawrence layla layton lazar lazaros lea leah leandro
    leanna leanne lebo leda lee leeanne leela leena leesa lei leif leigh leila leilani leith lela leland lemi
    len lena lene leni lenka lennart lennox lenny leo leola leon leona leonard leonardo leonidas leonie leonora
    leopold leota leroy les lesieli lesley leslie leszek leticia letizia lev levani levi lewis lex lexi leyla li
    lia liam lian liana liang libby lidia lien liesel liesl lieu ligia lihua lila lili lilian liliana lilla
    lillian lily lim lin lina lincoln linda lindsay lindsey ling lingling linh linus lionel lior lisa lisbeth
    lise lisette litia liu liv livia liviu liz liza lizzie ljiljana ljubica lloyd loan loc logan loganathan lois
    lok lola loma loni lonnie lopeti lora loredana lorelei loren lorena lorenz lorenzo loretta lori lorna
    lorraine losa losaline lotta lotte lottie lotu lou louella louie louis louisa louise lourdes lovell lu luana
    luc luca lucas lucette lucia luciana luciano lucie lucille lucinda lucio lucy ludmila ludo ludovic ludwig
    lui luigi luis luisa luiza luka lukas lukasz luke lulu lumi luna luong lupe lusi lusia luther luu luz ly
    lydia lyle lyn lynda lyndal lyndon lyndsay lynette lynley lynn lynne ma maarten maayan mabel mac mack
    mackenzie macy mada maddie maddison madeleine madeline madhav madhavi madhu madhuri madi madison mae maeve
    magda magdalena maggie magnus maha mahalia mahana mahdi maher mahesh mahina mahmoud mahmud mahsa mai maia
    maiara maiken mairead maisie maja majid makayla makere makoa makoto mala malaika malakai malcolm malia malik
    malin malina malini mallory malo mamta mana manaaki manabu manaia manav mandeep mandy mangala mani manish
    manisha manjit manjula manmeet manny mano manoj manon manpreet mansi manu manuel manuela manuka maraea
    marama marc marcel marcela marcella marcello marcia marcin marco marcos marcus maree mareike marek maren
    marewa margaret margareta margarita margaux margie margit margo margot marguerite maria mariah mariam
    mariama mariana marianna marianne maribel maricel marie marieclaire marieke mariel marietta marigold marija
    marika mariko marilyn marin marina marino mario marion maris marisa marisol marissa marita marius mariusz
    mariya marjan marjorie mark marketa marko markos markus marla marlene marley marlon marnie maro maroun
    marsha marshall marta martha martin martina martine marty marvin mary maryam maryanne marzena masa masaki
    masako masato mason massimo matai matareka mateja matekino mateo mateus mateusz mathew mathias mathieu
    mathilda mathilde matias matija matilda matina matiu mats matt matteo matthew matthias matthieu matthijs
    matti mattias maud maura maureen maurice mauricio maurizio mavis max maxime maximilian maxine maxwell maya
    mayank maybelle mayra maysa mayur mazin mea meagan meaghan medhat meena meenakshi meera meg megan megha
    meghan mehdi mehmet mehran mehreen mei meihana meilani meiling mekdes mel melanie melati melba mele meleane
    melia melina melinda melissa melva melvin mena meng merav mercedes mercia mere mereana meredith merete meri
    meriana merrilyn mervyn mette mi mia micah michael michaela michal michalis michel michele micheline
    michelle michiko mick mickey miguel mihaela mihai mihail mihi miho mika mikaela mikaere mike mikel mikhail
    miki mikko miko mila milan milana mildred milena miles milica millicent millie milo milos milton mimi mimma
    min mina minako minal ming mingzhe minh mio mira mirai miranda mireille mirela miriam mirjana mirko miro
    miroslav mitch mitchell mitesh mitiaro mitra miyuki mladen moana moeroa mohamad mohamed mohammad mohammed
    mohan mohit mohsen moina moira mojgan molly momoko mona monica monika monique monty morag moran morgan
    morgana moritz morris mort moses mosese moshe mostafa mukesh mukul muna muneera munir munira mura muriel
    murphy murray musa mustafa muthu mya mykola myles myra myriam myron myrtle naamah nabeel nabil nada nadeem
    nadege nadia nadim nadine nadir naeem nafisa naga nagendra nahla nahuel naida naila naima naina najib nakul
    nalini nam namrata nan nana nanaia nance nancy nandini nandita naoki naoko naomi naoto napat narayan narelle
    narendra naresh nari naseem nash nasir nasrin nasser natalia natalie natalya natasha nathalie nathan
    nathanael nathaniel navdeep naveed naveen navin navjot navneet nayan nayana nazanin nazir neal ned neda
    neeha neel neelam neema neeraj neeta neha neil neka nell nella nellie nelson nena nereida nerida nerissa
    nesrine nessa nestor neta netta neva neville newton ngaio ngaire ngan ngarama ngaru ngata ngawai nghi nghia
    ngoc ngozi nguyet nhan nhi nhu nhung nia niall niamh nic nicci nicholas nick nicki nicky nico nicola nicolai
    nicolas nicole nicoletta nicos niels niesha nigel nihal nikau nikhil niki nikita nikki nikko niklas niko
    nikola nikolai nikolaj nikolaos nikolas nikolay nikos nils nima nimal nimesh nimish nina ninette ning nino
    niobe nipun nirav nirmala nisha nishant nishi nita nitesh nithya nitin niu nive nivedita njeri noa noah noam
    noe noel noela noelene noelle noemi noha nola nolan nona nonna noor nora norah norbert noreen nori noriko
    norm norma norman norris nour noura nuala nur nura nuria nurul nyree nyssa oanh obi octavia octavio odette
    odhran ofa ofelia ofir ohad oisin ola olaf olamide olav ole oleg olena olga oli olimpia olina olive oliver
    olivia olivier olla ollie olof oluwaseun omar omari omer onur oona ophelia oran oren oriana orietta orin
    orla orlando orsolya oscar oskar osman oswald otis otto owen oyelaran ozan pablo paddy paige paikea paitoon
    palesa pallavi paloma pam pamela pana panagiota panagiotis pandora pania pankaj paola paolo paora parag
    paratene parisa parmjit parth parul parvin pascal pascale pasi pat patrice patricia patricio patrick patrik
    patrizia patsy patti patty paul paula paulette paulina pauline paulo pavel pavla pawel payal payam pedro peg
    peggy pei pelagia pele peleg penelope peng penina penitoa penny per percival percy pere perla perry peta
    petar pete petelo peter petra petri petros phan phil philip philipp philippa philippe phillip phillipa
    phoebe phong phuc phuoc phuong phyllis pia piero pierre pieter pietro pilar pino piotr pip piper pippa
    piripi pita pius piyush polly pooja poonam poppy poutama prabhjot prabhu pradeep pragya prakash pranav
    pranay pranit prasad prasanna prashant prateek pratik pratima preethi preeti prem prema preston primo
    priscilla pritesh priti priya priyanka prue puawai puja pulkit puneet purnima purvi qasim qi qiang qing
    qiong quan quang quentin quincy quinn quoc quyen quynh rabia rachael rachel rachelle rachid radha radhika
    radka radmila radoslav radovan rae raelene raewyn rafael rafaela rafal rafe raffaele rafiq raghav raghu
    ragnar rahel rahim rahul raina rainer raiza raj raja rajan rajat rajeev rajendra rajesh rajinder rajiv rajni
    raju rakesh ralph ram rama raman ramesh rami ramiro ramon ramona ramya rana randa randall randy ranga rangi
    rangimarie ranginui rani rania ranjan ranjit ranjith ransford rao raphael raquel rashad rashed rashid
    rashida rashmi rata ratna ratu raul ravi ravinder ravindra ravneet rawiri ray raya rayan raylene raymond
    rayna raz rea reagan reba rebecca rebekah reece reem reema reena reese reg regan reggie regina reginald
    rehana rehua reid reihana reiko rein reina reiner reinhard reinhold rekha remi remy ren rena renata renate
    rene renee renuka reo reremoana resham reshma reta reuben reubena reva rewa rewi rex rey reyansh reynaldo
    reza rhea rhett rhia rhiannon rhoda rhona rhonda rhys ria rian rica ricardo riccardo rich richa richard
    richie rick rickie ricky rico rie rihana rihari riina riki rikki riley rima rina ringo rio rishi rita ritesh
    ritika ritsuko ritu riva riya rizwan roan rob robbie robert roberta roberto robin robyn rocco rochelle rocio
    rod roderick rodger rodney rodrigo rodrigue roel roger rohan rohini rohit roi roimata roisin roland rolf
    romain roman romana romeo romi romola romy ron rona ronald ronan ronda rongomai roni ronin ronit ronja
    ronnie rory ros rosa rosalia rosalie rosalind rosaline rosamund rosanna rosanne rosario roscoe rose roseanne
    rosella rosemarie rosemary rosie rosina rosita ross roula rowan rowena roxana roxanne roy roya roz rua
    ruairi rubaina ruben ruby ruchi rudi rudolf rudolph rudy rufus rui rukmini ruma rumi rupa rupal rupert
    rupinder ruqayyah rusiate russ russell rusty ruta ruth ruud ryan ryland ryo ryu saad saanvi saba sabah
    sabina sabine sabrina sachiko sachin sade sadia sadie saeed safa saffron safiya sagar sahil sahra said saif
    saifullah saira sajid sakshi sakura salah saleem saleh salesh salesi salim salima sally salma salman salome
    salote salvador salvatore sam samaira samantha samara sameer sami samia samir samira sammy samoa samson
    samuel samuela samuele samuelu samy sana sanaa sandeep sander sandhya sandra sandro sangeeta sani sanja
    sanjana sanjay sanjeev sanjit sanjiv sanna santiago santino santo santosh sanvi sapna sara sarah saraid
    saral sarbjit sarita sasa sascha sasha sashi saskia satish satnam sato satoru satoshi satpal satu satvinder
    saul saurabh sav savita savitri savvas sayaka sayed saywan scarlett scott seamus sean seb sebastian
    sebastiano seema sefa sefina sefo seiji seiko seini selah selena selim selina selma selu selwyn sem semi
    semisi senga seo seonaid serafina serena serge sergei sergey sergio setareki seth seumas seung sevda seven
    severin seyed shabnam shadi shafiq shah shahid shahin shahram shai shaima shakeel shakila shakti shalini
    shamim shamima shamini shamus shan shana shanaya shane shani shania shankar shannen shannon shanta shanti
    shao sharad sharan sharda shari sharif sharleen sharlene sharmaine sharmila sharon sharyn shashi shaun
    shauna shawn shay shayla shayne shea sheena sheila shelby shelley shelly shen sheng sheree sheridan sherif
    sherine sherri sherrie sherry sheryl shiela shigeru shikha shilpa shimon shin shinji shiori shiraz shirin
    shirley shiv shiva shivam shivani shlomo shobha shona shoshana shota shreya shri shruti shu shubham shui
    shukri shweta shyam si sia siale siaosi siavash sibel sibongile sid siddharth sidney sidra siegfried sienna
    siew sif sigrid silas silvana silvano silvia silvie silvio sima simeon simi simin simo simon simona simone
    simran simranjit sina sinclair sinead sini siobhan sione siosaia siosiua sipho siraj siri sirius sisi sissel
    sitara sitiveni siu sivan skye slavica slavko slawomir sloane smadar smita snehal snezana soa socrates sofia
    sofie sofija sofya sohail solange soledad soleil solomon solveig soma sonal sonali sonia sonja sonny sonya
    soo soojin sophia sophie soraya soren sorrel sosaia sosefo soso sotirios spencer spiro spiros spyridon
    srdjan sri sridevi sridhar srinivas srinivasan stacey stacy stamatia stan stanislav stanislaw stanley
    stavros stef stefan stefania stefanie stefano steffen stelios stella stepan stephan stephane stephanie
    stephen steve steven stevie stewart stian stig stoyan struan stu stuart su sualauvi subhash subramaniam
    sudha sudhir sue suela suhail suhasini suheila sui sujata sujatha sukhdeep sukhjit sukhwinder suki suliana
    sully sulman sultan suman sumana sumeet sumi sumit sunil sunita sunjay sunniva suong supriya suraj surekha
    suren surendra suresh suri surinder surjit surya susan susana susann susanna susannah susanne sushant sushil
    sushma susi susie sutapa suyin suz suzanna suzanne suzette suzi suzy sven svend svetlana swapnil swati sybil
    syd syed sylvain sylvester sylvia sylvie szymon taane tabitha tad tadashi tadeusz tae tafara taha tahir
    tahlia tahu tai taika taimi taine taisia taito taj taka takahiro takako takashi takeshi takumi tala talanoa
    talei tali talia taliesin talitha tallulah tam tama tamahou tamaiti tamar tamara tamati tameka tamer tamika
    tamiko tammi tammy tamsin tamsyn tan tana tane taneisha tangaroa tangi tangiwai tania taniela tanika tanisha
    tanja tanmay tanner tansy tanu tanvi tanya tao tara taraneh taranga taras tarek tari tariana tarik tarin
    tariq taro tarquin taru tarun tash tasha tashi tasi tasman tasneem tassos tatiana tatjana tatsuya tau taufa
    tavita tawera tawhiri tayla taylah taylor tayyab teagan tearne ted teddy tegan tehani tei teja tejas temuera
    tenzin teo teodora teodoro terence teresa teri terrence terri terry teruko tess tessa tete teuila tevita
    thad thaddeus thai thalia thandi thang thanh thao thara thea thelma themba thenmozhi theo theodora theodore
    theodoros theresa therese thi thiago thien thierry thinh tho thoai thomas thomasina thor thorsten thu thuan
    thui thuong thurston thuy tia tiago tian tiana tiane tiare tibor tiernan tierney tiffany tihana tilly tim
    timo timoci timofey timoteo timothy tina ting tino tipene tirath tirupati tita titilia titus tivadar tiziana
    tiziano toa tobias tobin toby todd todor toivo tom tomas tomasi tomasz tomek tomi tomislav tommaso tommy
    tomoe tomoko tong toni tonia tonita tony tonya tor torben tori tormod torsten toru tosh toshi tovah trace
    tracey traci tracy trang travis tremaine trent trevor tri tricia trieu trinh trinity trish trisha tristan
    tristen troy trudi trudy trung truong tsering tsipora tu tuan tuck tuhoe tui tukaha tulsi tupaia tupou turei
    turi tushar tutuila tuyen tuyet ty tyler tyrone tyson uday udit ugo uilani uili ula ulises ulla ulrich
    ulrike uma umair umar umesh una unathi unnati upendra uri uriah ursula usha usman uta ute uwe vai vaibhav
    vaimoana vaishali vaishnavi val valda vale valente valentina valeria valerie valeriy valery van vance vanessa
    vani vania vanita varsha varun vasanth vashti vasili vasiliki vasilios vasilis vassilis vasu vaughan vaughn
    veda veena vela velma venetia venkat venkatesh vera verity vernon veronica veronika veronique vesna vi vicki
    vickie vicky victor victoria vidya vien viet vihaan vijay vijaya vik vikas vikki vikram viktor viktoria vili
    viliame viliami vimal vin vina vinay vince vincent vincenzo vineet vineeta vinh vinita vinnie vinod vinoth
    viola violet violeta viorel vipul virgil virginia visal vishal vishnu vishwa vita vito vitor vittorio viv
    vivek vivian viviana vivien vivienne vlad vladimir vojtech voula vu vui vuong vusi vy wade wahid wai waiata
    waimarama waimarie wairata wairemana walaa walid walker wallace wally walt walter wan wanda wang waqar
    warren warrick waruna warwick waseem wasim wayne wei weiming wen wendell wendy wenona werner wes wesley
    whaea whaitiri whetu whina whitney wikitoria wilbur wiley wilf wilfred wilhelm wilhelmina will willa willem
    william willis willow wilma wilson winifred winnie winona winston wiremu wojciech wolfgang wong woodrow
    worku wyatt wyn wynona xander xanthe xavier xenia xi xia xian xiang xiao xiaohui xiaoling xiaoming xiaoyan
    xin xing xinyi xiong xiu xu xuan xue yael yahya yair yamini yan yana yang yani yanni yannick yannis yao yara
    yasin yasir yasmin yasmina yasmine yaso yasser yasuko yaw yazan ye yee yehuda yekaterina yen yeong yesenia
    yi yiannis yichen yifan yiming yin ying yitong yiwei ylva yogesh yohan yohannes yoko yolanda yolande yong
    yoni yorgos yori yosef yoshi yoshiko young yousef youssef yu yuan yuchen yue yuka yuki yukiko yukio yuko yul
    yulia yuliana yumi yumiko yun yuri yuriko yusra yusuf yuta yutaka yuto yuval yvan yves yvette yvonne zac
    zach zachariah zachary zack zada zadie zahid zahir zahra zaid zaida zain zaina zainab zaira zak zaki zakia
    zalina zane zanele zara zareen zarina zayd zayn zbigniew zdenka zdravko zeb zeenat zeinab zelda zelena zelma
    zena zenobia zev zeynep zhan zhang zhao zhen zheng zhi zhong zhou zhu zia ziad zidane zihan zilla zina zita
    ziv ziva zixuan zoe zoey zofia zohar zola zoltan zora zoran zowie zubair zulfiqar zuzana zvonimir""".split()  # noqa: SIM905 - a list one can read
)
