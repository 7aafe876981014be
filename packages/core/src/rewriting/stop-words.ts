const list = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/**
 * The commonest small words of a language, without accents: they tell languages apart, and carry no matter of their
 * own.
 */
export const stopWords: Readonly<Record<string, ReadonlySet<string>>> = {
  en: list(
    'the a an and or but of to in on at for with from by is are was were be been am do does did have has had will would can could should may might it its this that these those i you he she we they me him her us them my your his our their not no so if as than then there here what who when where why how which about just very also into out up down over',
  ),
  de: list(
    'der die das den dem des ein eine einen einem einer eines und oder aber von zu im in am an auf fur mit aus bei nach ist sind war waren sein bin bist hat haben hatte werden wird kann konnen soll muss es dies diese dieser ich du er sie wir ihr mich dich ihn uns euch mir dir ihm mein dein nicht kein keine so wenn als dann da hier was wer wann wo warum wie welche auch noch nur schon sehr uber um zum zur',
  ),
  fr: list(
    'le la les un une des du de et ou mais a au aux en dans sur pour avec par est sont etait etre suis es a ont avait avoir peut il elle on nous vous ils elles je tu me te se ce cette ces mon ma mes ton ta son sa ses notre votre leur ne pas plus que qui quoi quand ou pourquoi comment quel quelle si comme tres aussi bien fait y d l j c n s',
  ),
  es: list(
    'el la los las un una unos unas de del y o pero a al en con por para sin es son era eran ser soy eres esta estan estaba ha han hay puede yo tu el ella nosotros ustedes ellos me te se nos lo le les mi su sus este esta estos esas eso no que quien cuando donde porque como cual si muy tambien mas ya hoy',
  ),
  it: list(
    'il lo la i gli le un uno una di del della dei delle e o ma a al alla in nel nella con per da dal su sul e sono era erano essere sei ha hanno ho hai puo io tu lui lei noi voi loro mi ti si ci vi mio tuo suo questo questa quello non che chi quando dove perche come quale se molto anche piu gia',
  ),
  pt: list(
    'o a os as um uma uns umas de do da dos das e ou mas em no na nos nas com por para sem e sao era eram ser sou esta estao estava tem tinha ha pode eu tu ele ela nos voces eles me te se lhe meu minha seu sua este esta isso nao que quem quando onde porque como qual se muito tambem mais ja ao',
  ),
  nl: list(
    'de het een en of maar van naar in op aan voor met uit bij is zijn was waren ben bent heeft hebben had wordt worden kan kunnen moet het dit dat deze die ik jij je hij zij ze wij we jullie mij hem haar ons mijn jouw niet geen zo als dan er hier wat wie wanneer waar waarom hoe welke ook nog maar al heel over om te',
  ),
  sv: list(
    'en ett och eller men av till i pa for med fran ar var vara har hade kan ska skulle det den detta dessa jag du han hon vi ni de mig dig min din inte ingen sa om som da har vad vem nar var varfor hur vilken ocksa bara mycket over att',
  ),
  da: list(
    'en et og eller men af til i pa for med fra er var vaere har havde kan skal skulle det den dette disse jeg du han hun vi i de mig dig min din ikke ingen sa om som da her hvad hvem hvornar hvor hvorfor hvordan hvilken ogsa kun meget over at',
  ),
  pl: list(
    'i oraz lub ale z ze do w we na dla od po o jest sa byl byla bylo byc mam ma maja moze to ten ta te tego tej ja ty on ona my wy oni mnie mi ci sie moj twoj nie tak jak jesli gdy co kto kiedy gdzie dlaczego ktory tez tylko juz bardzo czy przez',
  ),
  cs: list(
    'a nebo ale z ze do v ve na pro od po o je jsou byl byla bylo byt mam ma maji muze to ten ta ty tento ja on ona my vy oni me mi se si muj tvuj ne tak jak kdyz co kdo kdy kde proc ktery take jen uz velmi jsem jsi',
  ),
  tr: list(
    've veya ama ile icin bir bu su o ben sen biz siz onlar bana sana mi mu da de ki ne kim nerede neden nasil hangi cok daha gibi var yok degil olarak kadar sonra her ise',
  ),
  ro: list(
    'si sau dar de la in pe cu din pentru un o este sunt era fi am ai are avem poate eu tu el ea noi voi ei ma te se mi meu tau acest aceasta nu ca ce cine cand unde cum care daca foarte si mai doar',
  ),
  fi: list(
    'ja tai mutta on ovat oli olivat olla olen olet ei en et mina sina han me te he minun sinun se tama nama ne mita kuka milloin missa miksi miten mika jos kun niin myos vain hyvin etta kanssa',
  ),
  id: list(
    'dan atau tapi dari ke di untuk dengan yang ini itu adalah tidak bukan saya kamu anda dia kami kita mereka akan bisa sudah belum ada apa siapa kapan mana mengapa bagaimana juga hanya sangat pada',
  ),
  ru: list(
    'и или но из в во на для с со от к по о это этот эта эти тот я ты он она мы вы они меня мне тебя мой твой не нет да так как если когда что кто где почему какой тоже только уже очень был была было быть есть у за бы же',
  ),
  uk: list(
    'і й або але з із в у на для від до по про це цей ця ці той я ти він вона ми ви вони мене мені тебе мій твій не ні так як якщо коли що хто де чому який також тільки вже дуже був була було бути є за б же',
  ),
};

/**
 * Words that carry no matter in any language that we know: small words, fillers, spoken commands and spoken numbers.
 */
export const withoutMatter: ReadonlySet<string> = new Set([
  ...Object.values(stopWords).flatMap((words) => [...words]),
  ...list(
    'um uh erm er ah hmm like well okay ok yeah yes right actually basically literally so anyway please ahm ahh hm euh ben eh ehm este pues also halt eben quasi',
  ),
  ...list(
    'comma period full stop question mark exclamation point colon semicolon new line newline paragraph quote unquote bullet dash hyphen dot slash backslash underscore open close paren parenthesis bracket brace scratch delete wait sorry mean komma punkt fragezeichen ausrufezeichen doppelpunkt absatz zeile neue neuer virgule point deux nouvelle ligne coma punto nueva linea parrafo',
  ),
  ...list(
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion percent dollars dollar euros euro pounds cents first second third fourth fifth half quarter past oclock clock am pm p m double triple null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf zwanzig dreissig vierzig hundert tausend prozent uhr deux trois quatre cinq sept huit neuf dix vingt cent mille heures uno dos tres cuatro cinco seis siete ocho nueve diez veinte cien mil',
  ),
]);
