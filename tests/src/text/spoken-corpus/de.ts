/** Each word is meant literally: the sentence stays as it is. */
export const literal = `
Der Punkt ist, dass niemand zugehört hat.
Wir treffen uns um acht am Punkt, wo der Weg endet.
Mach bitte einen Strich darunter und fang neu an.
Er kommt um kein Haar weiter.
Um ehrlich zu sein, war ich müde.
Das ist ein Fragezeichen, das mir Sorgen macht.
Die erste Zeile gefällt mir, die zweite nicht.
Ich habe eine neue Zeile in das Gedicht geschrieben.
Ein Mann und zwei Frauen standen vor der Tür.
Einer von uns beiden muss gehen.
Zum ersten Mal seit Jahren schneit es.
Am dritten Tag wurde es besser.
Eine Million Dank für deine Hilfe.
Das kostet mich hundert Nerven.
Sie ist in den Achtzigern aufgewachsen.
Wir waren zu dritt im Kino.
Das Komma gehört vor das Wort.
Bitte streich das aus deinem Gedächtnis.
Lösch das nicht, ich brauche es noch.
Null Ahnung, was er will.
Das war eine glatte Eins.
Er fährt einen alten Käfer und ist immer pünktlich.
In zwei Wochen sehen wir uns wieder.
Halb so schlimm, wir haben noch Zeit.
Ein halbes Jahr später war alles vergessen.
Die Vier Jahreszeiten höre ich am liebsten.
Der Siebte in der Reihe bin ich.
Du bist die Nummer eins für mich.
Doppelpunkt hin oder her, der Satz stimmt.
Er setzte alles auf eine Karte und verlor.
Mach die Klammer auf und häng das Hemd hin.
Sie hat ein Auge auf ihn geworfen.
Drei mal darfst du raten.
Alle acht Planeten passen auf das Bild.
Der Zweite Weltkrieg dauerte sechs Jahre.
Am Anfang war das Wort, am Ende der Punkt.
Ausrufezeichen mag ich nicht, sie schreien.
Schreiben Sie Ihren Namen in Großbuchstaben, bitte.
Ich weiß, ich weiß.
Eins nach dem anderen, sagte sie.
Einer von ihnen hat angerufen.
Wir fahren um ein Uhr mittags los.
Es geht um Uhr und Kette.
Er lief um das Haus herum.
Um ehrlich zu sein, weiß ich es nicht.
Um die Ecke gibt es einen Bäcker.
Ich habe zwei Brüder und eine Schwester.
Sie aß drei Äpfel und ging ins Bett.
Das war in null Komma nichts erledigt.
Wir sollten unter vier Augen reden.
Sie ist im siebten Himmel.
Tausend Dank für deine Hilfe.
Hundert Leute könnten dir dasselbe sagen.
Das habe ich dir schon tausend Mal gesagt.
Die Zwölf Apostel sind auf dem Bild.
Schneewittchen und die sieben Zwerge sind bekannt.
Die zehn Gebote hängen an der Wand.
Das ist ein Buch mit sieben Siegeln.
Er streckte alle viere von sich.
Lass doch mal fünfe gerade sein.
Gib acht auf die Stufe.
Wir müssen das außer Acht lassen.
Nimm dich in Acht vor dem Hund.
Der erste Versuch ging schief.
Beim zweiten Mal klappte es.
Der Dritte im Bunde war Karl.
Das Erste sendet heute ein Fußballspiel.
Ich komme als Erster dran.
Zum einen ist es teuer, zum anderen hässlich.
Man kann nie wissen.
Ein oder zwei Leute fehlen noch.
Gib mir zwei oder drei Tage Zeit.
Die beiden sind seit Jahren ein Paar.
Eine von uns muss gehen.
Ein Jahr ist vergangen.
Das ist mir einerlei.
Sie wohnen in Siebenbürgen.
Wir waren auf dem Siebengebirge wandern.
Herr Achtziger hat abgesagt.
Familie Zwanziger wohnt gegenüber.
Frau Hundertmark leitet das Büro.
In den zwanziger Jahren war alles anders.
Ein Dutzend Eier, bitte.
Tausendundeine Nacht ist ein schönes Buch.
Die Vier ist eine schlechte Note.
Er hat eine Eins in Mathe.
Ich setze alles auf die Sieben.
Die Uhr geht nach.
Welche Uhr hast du gekauft?
Das Komma im Titel ist falsch.
Da fehlt ein Komma vor dem Nebensatz.
Du hast das Komma vergessen.
Vor dem Wort steht kein Komma.
Jedes Komma zählt in diesem Vertrag.
Setze ein Komma nach der Anrede.
Das zweite Komma ist überflüssig.
Mit dem Komma ändert sich der Sinn.
Über ein Komma haben sie eine Stunde gestritten.
Zwischen den Sätzen steht ein Komma.
Der Punkt ist, dass niemand gefragt hat.
Das ist ein wichtiger Punkt.
Wir treffen uns Punkt acht vor dem Kino.
Auf den Punkt gebracht, es war schlimm.
Sie hat einen wunden Punkt getroffen.
Am toten Punkt angekommen, gaben sie auf.
Dieser Punkt steht nicht auf der Liste.
Den letzten Punkt verstehe ich nicht.
Am Satzende steht ein Punkt.
Der springende Punkt ist das Geld.
An diesem Punkt sind wir uns einig.
Wir kommen zum nächsten Punkt.
Ein Punkt fehlt uns noch zum Sieg.
Die Mannschaft hat drei Punkte geholt.
Hinter dem Plan steht ein großes Fragezeichen.
Da gehört ein Fragezeichen hin.
Mach ein Fragezeichen hinter seinen Namen.
Die Drei Fragezeichen lösen jeden Fall.
Das Fragezeichen ist schief.
Ein Ausrufezeichen wirkt hier unhöflich.
Er setzt nie ein Ausrufezeichen.
Mit diesem Sieg setzten sie ein Ausrufezeichen.
Vor einer Aufzählung steht ein Doppelpunkt.
Der Doppelpunkt ist neu in diesem Text.
Das Semikolon ist fast ausgestorben.
Ein Semikolon verbindet zwei Sätze.
Niemand mag den Strichpunkt.
Der Gedankenstrich ist zu kurz.
Setz einen Gedankenstrich dazwischen.
Mach bitte die Klammer zu.
Die Klammer auf der Wäscheleine ist kaputt.
Er trägt eine Klammer im Mund.
In der Klammer steht der Preis.
Wir brauchen eine neue Zeile im Formular.
Die neue Zeile ist leer.
In jeder neuen Zeile steht ein Name.
Der neue Absatz ist zu lang.
Ihr neuer Absatz über Steuern verwirrt.
Der Schuh braucht einen neuen Absatz.
Ein neuer Absatz beginnt mit einem Einzug.
Dieser Absatz gefällt mir nicht.
Unser Absatz ist im Herbst gestiegen.
Schreib es mir als Stichpunkt auf.
Sie hat jeden Stichpunkt abgehakt.
Der Spiegelstrich ist zu lang.
Schreib bitte nicht in Großbuchstaben.
Die Großbuchstaben sind schwer zu lesen.
Er schreibt alles groß und ohne Punkt.
Kannst du das löschen?
Ich möchte das löschen und neu anfangen.
Bitte lösch das Licht im Flur.
Lösch das Feuer, bevor du gehst.
Streich das Brot nicht so dick.
Wer streicht das Zimmer?
Das kann man nicht rückgängig machen.
Der Umsatz ist rückgängig, leider.
Wir machen den Kauf rückgängig.
Ich meine, dass du recht hast.
Ich meine das ernst.
Was ich meine, ist etwas anderes.
Das meine ich auch.
Ich meine es gut mit dir.
Weißt du, was ich meine?
Weißt du noch, wie er heißt?
Die, die das sagen, irren sich.
Das, das du meinst, ist verkauft.
Die die das gebaut haben wohnen hier nicht mehr.
Der, der zuletzt lacht, lacht am besten.
Wenn sie sie fragt, sagt sie ja.
Ich weiß, dass das das Beste ist.
Er ist sehr sehr müde.
Nein nein, das war meine Schuld.
Mehr und mehr Leute arbeiten daheim.
Immer und immer wieder lief er los.
Er sagte „äh, vielleicht“ und ging.
Sein ständiges Äh stört mich.
Er sagt äh in jedem Satz.
In seiner Rede waren viele Ähs.
Das Wort ähm steht im Wörterbuch.
„Ähm, ich habe es vergessen“, sagte sie.
Hm?
So ein Mist, die Milch ist weg.
Mai und Juni sind meine liebsten Monate.
Kommst du am Ersten oder später?
Am dritten Tag regnete es.
Im vierten Anlauf gelang es ihm.
Wir sind zu dritt gekommen.
Sie kamen zu zweit an.
Das ist schon das dritte Mal.
Viertel nach drei ist mir zu früh.
Um halb fünf gab es Tee.
Ein Drittel war dagegen.
Elf Freunde müsst ihr sein.
Alle Neune, rief er beim Kegeln.
Er ist ein alter Achtundsechziger.
Sie fährt einen Dreitürer.
Der Fünfte Stock in dem Lied ist traurig.
Das ist nur die halbe Wahrheit.
Ich gehe auf einen Sprung vorbei.
eins nach dem anderen
er hat einen punkt gemacht
da fehlt ein komma
wir brauchen eine neue zeile
um drei ecken verwandt sind wir auch
am ende steht ein fragezeichen
Ob da ein Komma hinkommt, weiß keiner.
Sie hat das Fragezeichen übersehen.
Der Absatz an meinem Schuh ist ab.
In der nächsten Zeile steht mein Name.
Bitte streich das Wort aus dem Vertrag.
Vier Augen sehen mehr als zwei.
Wir haben drei oder vier Mal darüber geredet.
Sie war die zweite in der Reihe.
Alle redeten auf einmal.
Ich meine nur, wir sollten fragen.
Ehm heißt auf Türkisch etwas anderes, glaube ich.
Der Punkt auf dem i fehlt.
Er kam auf den Punkt.
Das ist der Punkt, an dem ich aussteige.
Wir sind quitt, Punkt.
Es gibt nur einen Weg.
Zum ersten Mal seit Jahren lachte sie.
Er hat tausend Ausreden.
Kannst du mir die Klammer geben?
Die eine sagt ja, die andere nein.
Acht Stunden Schlaf sind genug.
Gib Acht, es ist glatt.
Um wie viel Uhr kommst du?
Das dritte Rad am Wagen bin ich nicht.
Wer A sagt, muss auch B sagen.
Dass das das Problem ist, wissen wir.
Ich habe ihn ein, zwei Mal gesehen.
Der Doppelpunkt gehört da nicht hin.
Sie wohnt in der Dritten Straße.
Der Punkt ist, dass wir zu spät sind.
Sie machte einen Punkt, und alle waren still.
Er brachte die Sache auf den Punkt.
Das Komma in diesem Satz ist falsch.
Ein Kind spielte auf der Straße.
Einer muss es ja machen.
Die beiden sind um eins verabredet.
Wir treffen uns um acht.
Lösch das Licht, bitte, wenn du gehst.
Die neue Zeile im Gedicht gefällt mir nicht.
Nächste Zeile, sagte der Lehrer immer.
Er sagte nur äh und schwieg.
Zum ersten Mal seit Jahren regnete es nicht.
Die Klammer auf dem Tisch gehört mir.
Hinter seiner Zukunft steht ein Fragezeichen.
Das ist null Problem für uns.
Sie ist die Zweite im Team.
Der Strichpunkt ist aus der Mode gekommen.
Das war, sagen wir mal so, nicht sein bester Tag.
Sie hat die, die sie mochte, eingeladen.
Drei von uns blieben zu Hause.
Die Eins steht auf dem Trikot.
Die Sieben Schwaben ist ein Märchen der Brüder Grimm.
Er kam um ein Haar zu spät.
Um ehrlich zu sein, habe ich das Buch nie gelesen.
Wir treffen uns um acht vor dem Kino.
Einer von ihnen hat gelogen.
Eine Frage hätte ich da noch.
Das war das erste Mal, dass ich ihn weinen sah.
Erstens ist es zu teuer, zweitens brauchen wir es nicht.
Der Punkt ist, dass niemand Bescheid wusste.
Auf den Punkt gebracht, es lohnt sich nicht.
Der Kommafehler im zweiten Satz fällt jedem auf.
Vor dem Nebensatz steht ein Komma.
Setz da bitte ein Komma, sonst versteht das keiner.
Er setzte einen Punkt hinter die Sache.
Ohne Punkt und Komma redete sie eine Stunde lang.
In diesem Punkt gebe ich dir recht.
Wir holten einen Punkt in Leverkusen.
Das Ausrufezeichen auf dem Warnschild leuchtet nachts.
Der Doppelpunkt leitet eine Aufzählung ein.
Bindestriche setzt man nur bei zusammengesetzten Wörtern.
Das Semikolon wird kaum noch benutzt.
Die Klammer am Blatt fehlt.
Klammer auf dem Schreibtisch gefunden, wem gehört sie?
Er machte einen Absatz in den Brief.
Der Absatz ihres Schuhs brach mitten auf der Treppe.
Der Absatz von Elektroautos stieg im Herbst.
Die neue Zeile im Gedicht klingt holprig.
Streich das von der Liste, wir haben es schon.
Lösch das bitte nicht, das brauche ich noch.
Das lässt sich nicht rückgängig machen.
Wir sollten die Buchung rückgängig machen.
Alles großgeschrieben wirkt in Mails wie Schreien.
In Großbuchstaben stand sein Name an der Tafel.
Der Aufzählungspunkt sitzt schief.
Er sagte, äh sei kein Wort, sondern ein Geräusch.
Hm, dachte sie, das kann nicht stimmen.
Das ist nur halb so wild.
Er hat sieben auf einen Streich erledigt.
Aller guten Dinge sind drei.
Da bin ich wieder bei null.
Das ist mir alles eins.
Die drei Musketiere fechten am liebsten zu viert.
Er ist mit einem blauen Auge davongekommen.
Die Band Die Fantastischen Vier trat in Stuttgart auf.
Heinrich der Achte heiratete sechsmal.
Im Zweiten Weltkrieg wurde die Brücke zerstört.
Die Erste Hilfe traf nach Minuten ein.
Die Achtziger waren modisch ein Fehler.
Er fährt in die Zwanzig hinein, ohne zu schalten.
Fünf gerade sein lassen kann er nicht.
Auf allen vieren kroch er zum Ausgang.
Zu zweit ist es lustiger.
Das Viertel rund um den Bahnhof ist laut.
Ein Viertel der Belegschaft ist krank.
Dreiviertel der Torte war schon weg.
Ich habe tausend Dinge zu tun.
Hundertmal habe ich dir das gesagt.
Das war ein Bild für die Götter, eins a.
Der Vertrag regelt in Ziffer eins die Haftung.
Die Zehn Gebote kannte er auswendig.
Er trinkt gern mal einen über den Durst.
Wir haben Halbzeit, es steht eins zu eins.
Sehr, sehr schade, dass du nicht kommst.
Die, die das gesagt haben, sollen sich melden.
Das, das du suchst, liegt im Keller.
Ich meine, was ich sage.
Also, ich finde das gut.
Der Arzt tastete den Colon ab.
Nach dem Punktspiel gingen alle duschen.
Das erste Quartal lief gut.
Er wurde Zweiter beim Marathon.
Sie nahm beim Backen zwei Eier und eine Prise Salz.
Die Anführungszeichen im Zitat fehlen noch.
Anführungszeichen unten sieht man nur in deutschen Texten.
Der Angeklagte wurde in allen Punkten freigesprochen.
Punkt acht stand er vor der Tür.
Die Mannschaft liegt einen Punkt vor den Bayern.
Der wunde Punkt ist die Finanzierung.
Ein Punkt geht an dich.
Komm auf den Punkt, bitte.
Das Komma vor dem erweiterten Infinitiv ist freigestellt.
Wegen eines Kommas platzte der Vertrag.
Der Beistrich heißt in Österreich so.
Ein Fragezeichen bleibt, sagte der Trainer.
Das Fragezeichen auf der Tastatur klemmt.
Wir drei fahren nach Rom.
Ihr zwei seid unmöglich.
Um sechs Ecken sind wir verwandt.
Um Himmels willen, was ist passiert?
Um so besser, dann fahren wir gleich.
Das Gericht tagt um neun.
Rühren Sie die Masse um und geben Sie Zucker dazu.
Einer für alle, alle für einen.
Eins nach dem anderen, meine Herren.
Das eine schließt das andere nicht aus.
Eine von euch muss bleiben.
Er hat null Ahnung vom Kochen.
Null Bock hatte er auch gestern.
Die Acht auf dem Hinterrad muss raus.
Achtung, die Stufe ist glatt.
Sie nahm sich vor dem Hund in Acht.
Die Zwölf Apostel stehen an der Küste Australiens.
Der Dritte im Bunde fehlte.
Zum ersten Mal seit Wochen scheint die Sonne.
Der zweite Satz der Sinfonie ist langsam.
Dritte Personen haften nicht.
In erster Linie geht es um Geld.
Im Dritten Reich wurde das Werk enteignet.
Karl der Fünfte dankte ab.
Die Zweite Bundesliga startet früher.
Sie wohnt im fünften Stock.
Das Quartett spielte zu dritt.
Ein Viertelpfund Butter und zwei Eier reichen.
Das dauert eine Viertelstunde.
Fünf vor zwölf ist es für das Klima.
Er kam wie das fünfte Rad am Wagen mit.
Die Siebziger hatten die besten Tapeten.
Er ist ein Hundertfünfundsiebziger, sagte man früher.
Die Tausend-Seelen-Gemeinde feiert.
Tausendmal berührt, tausendmal ist nichts passiert.
Zig Leute haben angerufen.
Mach bitte die Klammer auf der linken Seite fest.
Die eckige Klammer fehlt im Code.
Klammern gehören nicht in die Waschmaschine.
Eine Zeile tiefer steht der Fehler.
Neue Zeilen werden mit einem Haken markiert.
Dieser Absatz verstößt gegen das Gesetz.
Streich das Brot mit Butter.
Streich das Zimmer bitte weiß.
Lösch das Feuer, schnell!
Lösch das Licht, wenn du gehst.
Rückgängig lässt sich daran nichts machen.
Der Kauf wurde rückgängig gemacht.
Alles groß und teuer, so mag er es.
Großbuchstaben sind im Passwort nötig.
Der Gedankenstrich ist länger als der Bindestrich.
Zwischen den Zeilen steht mehr.
Das Ähm am Satzanfang nervt.
Hm, das riecht aber gut.
Sag ich mal so, es war okay.
Nein, nein, das stimmt nicht.
Was, was der Chef sagt, nicht gilt?
Er hat hundert Ausreden.
In hundert Jahren ist alles vorbei.
Alle Jahre wieder kommt das Christuskind.
Er war fix und fertig mit den Nerven.
Nach Adam Riese macht das vier.
Stichpunkt eins der Liste ist erledigt.
Mein Stichpunktzettel ist weg.
Bitte hier unterschreiben, alles groß.
Klammer zu.
Rückgängig.
Um halb neun geht es los.
Um Viertel nach acht geht es los.
Neun von zehn Zahnärzten stimmen zu.
Das ist der zweite Versuch.
Kannst du prüfen, welcher von den zwei Druckern kaputt ist?
Ich habe eine Frage zum zweiten Absatz deiner Mail.
Mein Punkt ist, dass niemand danach gefragt hat.
Mein Sohn hatte gestern seinen ersten Schultag.
Um diese Zeit ist die Straße leer.
Es dauerte eine Sekunde, bis die Seite geladen war.
Eines Tages werden wir darüber lachen.
Bitte lösch das aus der Gruppe.
Sie kam als Erste ins Ziel, er als Zweiter.
Die Klammer hat sich von der Wand gelöst.
Fünf oder sechs Leute wollten kommen.
Sie machte ein Fragezeichen neben meinen Namen.
Ein paar hundert Menschen standen an der Straße.
Das Komma im Titel sieht komisch aus.
Der Titel steht in Großbuchstaben, der Rest nicht.
Ich musste den ganzen Plan streichen.
In der nächsten Zeile steht die Lösung.
Er wurde Ende der sechziger Jahre geboren.
Wir haben uns auf halb drei geeinigt.
Ein Mal ist kein Mal.
`;

/** Each is a command or a number: what is said, and what is written. ⏎ stands for a line break. */
export const meant = `
Es kostet zwölfhundertfünfzig Euro und dreißig Cent. => Es kostet 1.250,30 €.
Hallo Anna, Komma, wie geht es dir? => Hallo Anna, wie geht es dir?
Ich kaufte Äpfel, Komma, Birnen und Nüsse. => Ich kaufte Äpfel, Birnen und Nüsse.
Liebe Anna, Komma, neue Zeile. Danke für den Brief. => Liebe Anna,⏎Danke für den Brief.
Kommst du heute, Fragezeichen. => Kommst du heute?
Kommst du heute Fragezeichen => Kommst du heute?
Was für ein Tag, Ausrufezeichen. => Was für ein Tag!
Wir sind fertig. Punkt. Gehen wir. => Wir sind fertig. Gehen wir.
Es ist spät, Punkt. => Es ist spät.
Ich brauche Folgendes, Doppelpunkt, Milch und Brot. => Ich brauche Folgendes: Milch und Brot.
Sie war müde, Semikolon, sie ging ins Bett. => Sie war müde; sie ging ins Bett.
Mein Bruder, Gedankenstrich, der große, Gedankenstrich, ist da. => Mein Bruder – der große – ist da.
Er sagte, Anführungszeichen auf, ich bin da, Anführungszeichen zu. => Er sagte „ich bin da“.
Der Preis, Klammer auf, netto, Klammer zu, ist niedrig. => Der Preis (netto) ist niedrig.
Der Preis Klammer auf netto Klammer zu ist niedrig. => Der Preis (netto) ist niedrig.
Hallo, neue Zeile. Wie geht es? => Hallo⏎Wie geht es?
Hallo. Neue Zeile. Wie geht es? => Hallo.⏎Wie geht es?
Das war es. Neuer Absatz. Und nun weiter. => Das war es.⏎⏎Und nun weiter.
Viele Grüße, neue Zeile, Peter. => Viele Grüße⏎Peter.
Viele Grüße. Neue Zeile. => Viele Grüße.⏎
Aufgaben. Aufzählungspunkt. Milch kaufen. Aufzählungspunkt. Anna anrufen. => Aufgaben.⏎- Milch kaufen.⏎- Anna anrufen.
Das ist, alles groß, wichtig, für uns. => Das ist WICHTIG, für uns.
Schick es an Peter. Streich das. Schick es an Paul. => Schick es an Paul.
Schick es an Peter, streich das, schick es an Paul. => Schick es an Paul.
Wir treffen uns am Montag. Lösch das. Wir treffen uns am Dienstag. => Wir treffen uns am Dienstag.
Ich mag Tee. Ich mag Kaffee. Lösch das. Ich mag Milch. => Ich mag Tee. Ich mag Milch.
Es kostet dreiundzwanzig Euro fünfzig. => Es kostet 23,50 €.
Es kostet fünf Euro. => Es kostet 5 €.
Sie zahlten zwei Komma fünf Millionen Euro. => Sie zahlten 2,5 Millionen Euro.
Es stieg um zwölf Komma fünf Prozent. => Es stieg um 12,5 %.
Etwa drei Prozent blieben. => Etwa 3 % blieben.
Wir treffen uns am dritten Mai. => Wir treffen uns am 3. Mai.
Sie kam am einundzwanzigsten März neunzehnhundertvierundachtzig zur Welt. => Sie kam am 21. März 1984 zur Welt.
Das einundzwanzigste Jahrhundert ist jung. => Das 21. Jahrhundert ist jung.
Der Zug fährt um fünfzehn Uhr dreißig. => Der Zug fährt um 15:30 Uhr.
Wir beginnen um neun Uhr. => Wir beginnen um 9 Uhr.
Meine Nummer ist null eins sieben sechs zwei drei vier. => Meine Nummer ist 0176234.
Sechs mal zehn ist sechzig. => 6 mal 10 ist 60.
Installiere Version zwei Punkt eins Punkt drei. => Installiere Version 2.1.3.
Wir haben dreiundzwanzig Stühle. => Wir haben 23 Stühle.
Es waren hundertzwanzig Leute da. => Es waren 120 Leute da.
Die Stadt hat zwölftausendfünfhundert Einwohner. => Die Stadt hat 12.500 Einwohner.
Es geschah zweitausendfünf. => Es geschah 2005.
Das Haus ist von achtzehnhundertsiebenundsechzig. => Das Haus ist von 1867.
Drei Millionen Menschen leben hier. => 3 Millionen Menschen leben hier.
Pi ist etwa drei Komma eins vier. => Pi ist etwa 3,14.
Schlag bitte Seite fünf auf. => Schlag bitte Seite 5 auf.
Die Straße ist acht Kilometer lang. => Die Straße ist 8 Kilometer lang.
Draußen sind minus fünf Grad. => Draußen sind minus 5 Grad.
Gib fünf bis zehn Gramm Salz dazu. => Gib 5 bis 10 Gramm Salz dazu.
Ähm, ich glaube, wir gehen. => Ich glaube, wir gehen.
Ich, äh, glaube, wir gehen. => Ich glaube, wir gehen.
Wir sollten äh noch warten. => Wir sollten noch warten.
Wir sollten wir sollten gehen. => Wir sollten gehen.
Ich ich glaube, er hat recht. => Ich glaube, er hat recht.
Es ist spät, ich meine, wir sollten gehen. => Es ist spät, wir sollten gehen.
hallo anna komma wie geht es dir fragezeichen => hallo anna, wie geht es dir?
liebe anna neue zeile danke => liebe anna⏎danke
Das Treffen ist am vierten Juli. => Das Treffen ist am 4. Juli.
Es wiegt neunundneunzig Kilo. => Es wiegt 99 Kilo.
Der Flug dauert neunzehn Stunden. => Der Flug dauert 19 Stunden.
Kapitel elf ist das beste. => Kapitel 11 ist das beste.
Er schuldet mir vierzig Euro. => Er schuldet mir 40 €.
Das kostet zwei Euro und fünfzig Cent. => Das kostet 2,50 €.
Er rief an, Punkt. Neuer Absatz. Danach war Ruhe. => Er rief an.⏎⏎Danach war Ruhe.
Bring bitte Brot, Komma, Butter und Honig mit. => Bring bitte Brot, Butter und Honig mit.
Können wir uns morgen treffen, Fragezeichen. Sag Bescheid. => Können wir uns morgen treffen? Sag Bescheid.
Das macht vierhundertfünfzig Euro. => Das macht 450 €.
Mein Flug geht am zweiten Juni um sechs Uhr fünfundvierzig. => Mein Flug geht am 2. Juni um 6:45 Uhr.
Sie wurde zweitausendeinundzwanzig siebenunddreißig. => Sie wurde 2021 37.
Die Datei hat siebenhundert Megabyte. => Die Datei hat 700 Megabyte.
Liebes Team, neuer Absatz, ich habe gute Nachrichten. => Liebes Team⏎⏎ich habe gute Nachrichten.
Ich komme um sechs. Streich das. Ich komme um sieben. => Ich komme um sieben.
Äh, lass mich nachdenken. => Lass mich nachdenken.
Das ist mit mit Abstand das Beste. => Das ist mit Abstand das Beste.
Die Inflation sank auf zwei Komma eins Prozent. => Die Inflation sank auf 2,1 %.
Sie verkauften eine Million Stück. => Sie verkauften 1 Million Stück.
Wir fuhren fünfundsechzig Kilometer. => Wir fuhren 65 Kilometer.
Danke, Ausrufezeichen. => Danke!
Hinweis, Doppelpunkt, die Tür ist zu. => Hinweis: die Tür ist zu.
Äh, ich glaube, ähm, das stimmt. => Ich glaube, das stimmt.
Wir brauchen, ähm, mehr Zeit. => Wir brauchen mehr Zeit.
Ich hoffe, äh, dass du kommst. => Ich hoffe, dass du kommst.
Das Paket wiegt siebenundvierzig Kilo. => Das Paket wiegt 47 Kilo.
Der Kurs beginnt um neunzehn Uhr fünfzehn. => Der Kurs beginnt um 19:15 Uhr.
Kommst du morgen, Fragezeichen. => Kommst du morgen?
Liebe Frau Klein, Komma, neue Zeile, vielen Dank. => Liebe Frau Klein,⏎vielen Dank.
Das kostet zwölf Euro fünfzig. => Das kostet 12,50 €.
Wir fahren nach Rom. Streich das. Wir fahren nach Paris. => Wir fahren nach Paris.
Das sind vierzehn Prozent mehr. => Das sind 14 % mehr.
Was ist, äh, denn los? => Was ist denn los?
Ich kann, ähm, damit leben. => Ich kann damit leben.
Ich habe, äh, während der Arbeit telefoniert. => Ich habe während der Arbeit telefoniert.
Das ist, äh, aber schön. => Das ist aber schön.
Ich weiß, äh, das nicht. => Ich weiß das nicht.
Er kommt nicht heute, ähm, sondern morgen. => Er kommt nicht heute, sondern morgen.
Wir bleiben, äh, weil es regnet. => Wir bleiben, weil es regnet.
Die Miete beträgt tausendzweihundert Euro im Monat. => Die Miete beträgt 1.200 € im Monat.
Bei zweihundert Grad fünfunddreißig Minuten backen. => Bei 200 Grad 35 Minuten backen.
Sie wurde am zwölften März neunzehnhundertvierundachtzig geboren. => Sie wurde am 12. März 1984 geboren.
Wir treffen uns um vierzehn Uhr dreißig. => Wir treffen uns um 14:30 Uhr.
Etwa sechzig Prozent sind zu Hause geblieben. => Etwa 60 % sind zu Hause geblieben.
Das sind zwei Komma vier Sekunden. => Das sind 2,4 Sekunden.
Liebe Anna, Komma, neue Zeile, danke für deinen Brief. => Liebe Anna,⏎danke für deinen Brief.
Kommst du heute? Fragezeichen. => Kommst du heute?
Ich komme am Montag. Streich das. Ich komme am Dienstag. => Ich komme am Dienstag.
Also, äh, wir sollten jetzt gehen. => Also wir sollten jetzt gehen.
Wir brauchen, Doppelpunkt, Mehl, Komma, Zucker und Eier. => Wir brauchen: Mehl, Zucker und Eier.
Es waren hundertsiebenundvierzig Leute im Saal. => Es waren 147 Leute im Saal.
Zweitausenddreiundzwanzig sind wir umgezogen. => 2023 sind wir umgezogen.
Das Paket wiegt elf Kilogramm. => Das Paket wiegt 11 Kilogramm.
Das war toll, Ausrufezeichen. Neuer Absatz. Bis bald. => Das war toll!⏎⏎Bis bald.
Das steht auf Seite dreihundertzwölf. => Das steht auf Seite 312.
Es kostet neunundzwanzig Euro neunzig. => Es kostet 29,90 €.
Die Version drei Punkt zwei ist da. => Die Version 3.2 ist da.
Die Rechnung beläuft sich auf viertausendachthundert Euro. => Die Rechnung beläuft sich auf 4.800 €.
Nehmen Sie fünf Milligramm zweimal täglich. => Nehmen Sie 5 Milligramm zweimal täglich.
Der Termin ist am zweiundzwanzigsten Juni um zehn Uhr fünfzehn. => Der Termin ist am 22. Juni um 10:15 Uhr.
Die Temperatur fiel um siebzehn Grad. => Die Temperatur fiel um 17 Grad.
Wir haben neunundachtzig Karten verkauft. => Wir haben 89 Karten verkauft.
Die Firma wurde neunzehnhundertachtundneunzig gegründet. => Die Firma wurde 1998 gegründet.
Die Inflation liegt bei drei Komma sieben Prozent. => Die Inflation liegt bei 3,7 %.
Gehen Sie in Zimmer vierhundertfünf. => Gehen Sie in Zimmer 405.
Ihr fünfzehnter Geburtstag ist nächste Woche. => Ihr 15. Geburtstag ist nächste Woche.
Ich brauche drei Dinge, Doppelpunkt, Stift, Komma, Papier und Zeit. => Ich brauche drei Dinge: Stift, Papier und Zeit.
Danke fürs Kommen, Punkt, neue Zeile, bis morgen. => Danke fürs Kommen.⏎Bis morgen.
Der Entwurf, Klammer auf, der kurze, Klammer zu, ist besser. => Der Entwurf (der kurze) ist besser.
Er sagte, Anführungszeichen unten, nie wieder, Anführungszeichen oben, und ging. => Er sagte „nie wieder“ und ging.
Ruf den Klempner an. Lösch das. Ruf den Elektriker an. => Ruf den Elektriker an.
Wir treffen uns im Büro. Rückgängig. Wir treffen uns im Café. => Wir treffen uns im Café.
Einkaufen. Stichpunkt. Äpfel. Stichpunkt. Birnen. => Einkaufen.⏎- Äpfel.⏎- Birnen.
Ich, äh, wollte dich etwas fragen. => Ich wollte dich etwas fragen.
Wir wir sollten gehen. => Wir sollten gehen.
Ist jemand zu Hause? Fragezeichen. => Ist jemand zu Hause?
Lies das, alles groß, dringend, heute. => Lies das DRINGEND, heute.
Großbuchstaben an, nicht anfassen, Großbuchstaben aus, danke. => NICHT ANFASSEN danke.
Ich mag es. Rückgängig. Ich liebe es. => Ich liebe es.
Milch kaufen. Aufzählungspunkt. Brot kaufen. => Milch kaufen.⏎- Brot kaufen.
Milch kaufen. Stichpunkt. => Milch kaufen.⏎-
Hallo, neue Zeile. => Hallo⏎
Das einundzwanzigste Jahrhundert begann schlecht. => Das 21. Jahrhundert begann schlecht.
Er wird am dreißigsten April fünfzig. => Er wird am 30. April 50.
Das macht dreitausendvierhundertfünfzig Euro. => Das macht 3.450 €.
Das Budget liegt bei zwei Komma fünf Millionen Euro. => Das Budget liegt bei 2,5 Millionen Euro.
Der Zug fährt um siebzehn Uhr fünfundvierzig. => Der Zug fährt um 17:45 Uhr.
Wir öffnen um acht Uhr. => Wir öffnen um 8 Uhr.
Meine Nummer ist null eins sieben eins zwei drei vier fünf sechs sieben. => Meine Nummer ist 0171234567.
Es sind minus zwölf Grad draußen. => Es sind minus 12 Grad draußen.
Er fuhr hundertdreißig Kilometer pro Stunde. => Er fuhr 130 Kilometer pro Stunde.
Am vierten Juli neunzehnhundertsechsundsiebzig. => Am 4. Juli 1976.
Im Jahr zweitausendacht war alles anders. => Im Jahr 2008 war alles anders.
Die Firma hat zweihundertfünfzigtausend Kunden. => Die Firma hat 250.000 Kunden.
Das kostet zwei Euro fünfzig. => Das kostet 2,50 €.
Python drei Punkt zwölf ist schneller. => Python 3.12 ist schneller.
Er ist eins Komma neun Meter groß. => Er ist 1,9 Meter groß.
Bitte bis zum dreißigsten April schicken. => Bitte bis zum 30. April schicken.
Die Reparatur kostet hundertzwanzig Euro. => Die Reparatur kostet 120 €.
Wir erwarten am Samstag etwa vierzig Gäste. => Wir erwarten am Samstag etwa 40 Gäste.
Hallo Tom, Komma, neue Zeile, das Paket ist da, Punkt. => Hallo Tom,⏎das Paket ist da.
Wir sehen uns am Montag. Lösch das. Wir sehen uns am Dienstag. => Wir sehen uns am Dienstag.
Kannst du mich hören, Fragezeichen. => Kannst du mich hören?
Es ist, äh, etwas spät. => Es ist etwas spät.
Es war zwei Grad wärmer als zweitausendneunzehn. => Es war 2 Grad wärmer als 2019.
`;
