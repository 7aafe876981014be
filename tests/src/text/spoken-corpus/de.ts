/** Each word is meant literally: the sentence stays as it is. */
export const literal = `
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
`;

/** Each is a command or a number: what is said, and what is written. ⏎ stands for a line break. */
export const meant = `
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
Sie zahlten zwei Komma fünf Millionen Euro. => Sie zahlten 2,5 Millionen €.
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
`;
