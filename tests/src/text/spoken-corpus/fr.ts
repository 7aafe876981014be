/** Each word is meant literally: the sentence stays as it is. */
export const literal = `
Écrivez votre nom en majuscules, merci.
Il était une fois une reine.
Une fois n'est pas coutume.
Un de mes amis a téléphoné.
L'une d'elles est restée.
Ils sont entrés un par un.
J'ai deux frères et une sœur.
Elle a mangé trois pommes.
Un homme attend devant la porte.
Une voiture rouge est passée.
C'est la une du journal.
Il a un neveu à Lyon.
La maison est toute neuve.
Mon vélo est neuf.
Quoi de neuf chez vous ?
Rien de neuf sous le soleil.
Mille mercis pour votre aide.
Je te l'ai dit mille fois.
Il fait les cent pas dans le couloir.
Il a fait les quatre cents coups.
J'en ai vu trente-six chandelles.
Elle s'est mise sur son trente et un.
Il montait l'escalier quatre à quatre.
Donne-moi deux ou trois jours.
Il faut un ou deux volontaires.
Les Dix Commandements sont au mur.
Blanche-Neige et les sept nains est un conte.
Ils se sont vus tous les trente-six du mois.
Je suis sûr à cent pour cent.
La boutique ouvre sept jours sur sept.
En deux mots, c'est non.
Les Mille et Une Nuits sont un beau livre.
Le premier essai a échoué.
La deuxième fois fut la bonne.
Il est arrivé premier.
La troisième porte est fermée.
Un tiers des gens est contre.
C'est trois fois rien.
Il est plus grand que moi.
Je n'en peux plus.
On se voit à midi.
Il a pris les deux valises.
Tous les deux sont partis.
Un jour tu comprendras.
Elle est unique au monde.
Ce plat est pour deux personnes.
Ils vivent à quatre dans un studio.
Chercher midi à quatorze heures ne sert à rien.
Le quatorze juillet est une fête.
Il a plus d'un tour dans son sac.
Pas un mot à ta mère.
La virgule du titre est une erreur.
Tu as oublié une virgule après le nom.
Cette virgule change tout.
Il manque une virgule dans la phrase.
Chaque virgule compte dans un contrat.
Une virgule sépare les deux noms.
À la virgule près, c'est le même texte.
Sans la virgule, la phrase est cruelle.
Il a mis la virgule au mauvais endroit.
Les nombres à virgule flottante sont imprécis.
Le point est que personne n'a demandé.
À ce point, je préfère partir.
C'est un bon point pour toi.
Il n'est pas au point.
Nous allons faire le point demain.
C'est son point faible.
Mets un point à la fin.
Il était sur le point de partir.
Le point de départ est ici.
Je ne suis point d'accord.
Le point mort est difficile à trouver.
Ils ont gagné d'un point.
Un point c'est tout.
Les points de vue divergent.
Il a marqué deux points en fin de match.
Ils ont deux points d'avance.
Nous avons deux points communs.
L'équipe a perdu trois points.
Il reste un point d'interrogation sur ce projet.
La phrase finit par un point d'interrogation.
Ajoute un point d'interrogation.
Son avenir est un gros point d'interrogation.
Le point d'exclamation semble impoli.
Elle met un point d'exclamation partout.
Personne n'aime le point-virgule.
Un point-virgule relie deux phrases.
Il manque un tiret entre les mots.
Le tiret du bas est interdit.
Fermez la parenthèse avant de sortir, disait le professeur de maths.
Entre parenthèses, il a raison.
Je referme la parenthèse et je continue.
Ouvrir les guillemets demande deux touches.
Il a mis le mot entre guillemets.
La nouvelle ligne de métro ouvre demain.
Une nouvelle ligne de produits arrive.
C'est la nouvelle ligne du parti.
Il faut aller à la ligne après le titre.
La pêche à la ligne est interdite ici.
Il pêche à la ligne tous les dimanches.
Il est payé à la ligne.
Ce nouveau paragraphe est trop long.
Le nouveau paragraphe parle d'impôts.
J'ai écrit un nouveau paragraphe.
Chaque nouveau paragraphe commence ici.
Le chien a une puce.
La puce de mon téléphone est cassée.
Il m'a mis la puce à l'oreille.
Ma puce, viens manger.
Le marché aux puces est dimanche.
N'écris pas tout en majuscules.
Le titre est en majuscules.
Les majuscules sont difficiles à lire.
Efface ça du tableau, s'il te plaît.
Je vais effacer ça demain.
Il faut annuler le rendez-vous.
Je voudrais annuler ma commande.
Supprime ça de la liste.
Peux-tu supprimer ça ?
On ne peut pas annuler ça.
Je veux dire merci à tous.
Je veux dire que tu as raison.
C'est ce que je veux dire.
Tu vois ce que je veux dire ?
Tu vois la maison là-bas ?
Vous voyez bien qu'il a tort.
Disons que c'est possible.
Nous nous voyons demain.
Vous vous trompez.
Nous nous sommes perdus.
Non non, c'est ma faute.
Il est très très fatigué.
De plus en plus de gens travaillent chez eux.
Il court encore et encore.
Il a dit « euh, peut-être » et il est parti.
Ses euh me fatiguent.
Il dit euh à chaque phrase.
Le mot euh est dans le dictionnaire.
« Euh, j'ai oublié », a-t-elle répondu.
Hein ?
Ben, le frère de Sam, est là.
Il y a trop de euh dans son discours.
L'heure d'été commence dimanche.
Mars est une planète rouge.
En mai, fais ce qu'il te plaît.
Quelle heure est-il ?
Il est midi et demi.
Trois heures de train, c'est long.
Elle a attendu deux heures.
Il y a quinze jours, je l'ai vue.
La Bande des Six est un film.
Le Club des Cinq est mon livre préféré.
Ocean's Eleven passe ce soir.
Un, c'est peu.
L'un va sans l'autre.
Elle en a plus qu'assez.
Il a quelque chose en plus.
Moins il parle, mieux c'est.
La Une diffuse le match.
Il ne sait pas compter jusqu'à trois.
les uns et les autres sont venus
il manque une virgule
une fois par an il revient
c'est un point de vue
il était une fois dans l'ouest
la nouvelle ligne est ouverte
Les Trois Mousquetaires étaient quatre.
On s'est disputés pour une virgule.
Elle n'a pas vu le point d'interrogation.
Lis la ligne suivante, pas celle-ci.
Je vais effacer ça au tableau.
Deux avis valent mieux qu'un.
On en a parlé trois ou quatre fois.
Elle était la deuxième de la file.
Tout le monde parlait en même temps.
Je veux dire au revoir à Paul.
Il a un point au côté.
À quel point es-tu fatigué ?
Le train est à quai.
C'est un point de détail.
Pour la première fois, elle a ri.
Il y a mille raisons de refuser.
J'ai rencontré un type bizarre.
Il n'y en a qu'un.
Un peu plus de lait, s'il te plaît.
Il habite au numéro un de la rue.
Ni une ni deux, il est parti.
Il a pris la une et la deux.
Les guillemets sont à l'envers.
On s'est vus une ou deux fois.
Ce mot s'écrit avec un tiret.
La puce du chat l'a piqué.
Il a neuf vies, comme les chats.
Cent fois sur le métier remettez votre ouvrage.
Elle est arrivée en second.
Tu vois, c'est facile.
Le point est que nous sommes en retard.
Un jour, il comprendra.
L'un des deux a menti.
Il était une fois une princesse.
Il a mis une virgule de trop.
La nouvelle ligne de métro ouvre bientôt.
Il va à la ligne après chaque phrase.
Une personne sur deux le sait.
Je veux dire quelque chose d'important.
Nous nous sommes vus hier.
Vous vous trompez, je crois.
Il fait le point chaque matin.
Le premier arrivé sera servi.
Elle a deux frères et une sœur.
Il faut ouvrir une parenthèse ici.
C'est le point de départ.
Mettez un point d'interrogation à la fin.
On ne sait jamais, dit-elle.
Il y a un deux-points après ce mot.
À un moment, il faut partir.
Trente-six chandelles, voilà ce que j'ai vu.
Ils sont arrivés les premiers.
`;

/** Each is a command or a number: what is said, and what is written. ⏎ stands for a line break. */
export const meant = `
Bonjour Anna, virgule, comment vas-tu ? => Bonjour Anna, comment vas-tu ?
J'ai acheté des pommes, virgule, des poires et des noix. => J'ai acheté des pommes, des poires et des noix.
Chère Anna, virgule, à la ligne. Merci pour la lettre. => Chère Anna,⏎Merci pour la lettre.
Tu viens ce soir, point d'interrogation. => Tu viens ce soir ?
Tu viens ce soir point d'interrogation => Tu viens ce soir ?
Quelle journée, point d'exclamation. => Quelle journée !
C'est fini. Point. On y va. => C'est fini. On y va.
Il est tard, point. => Il est tard.
Il me faut ceci, deux points, du lait et du pain. => Il me faut ceci : du lait et du pain.
Elle était fatiguée, point-virgule, elle est partie. => Elle était fatiguée ; elle est partie.
Mon frère, tiret, le grand, tiret, est là. => Mon frère – le grand – est là.
Il a dit, ouvrez les guillemets, je suis là, fermez les guillemets. => Il a dit « je suis là ».
Le prix, ouvrez la parenthèse, net, fermez la parenthèse, est bas. => Le prix (net) est bas.
Le prix ouvrez la parenthèse net fermez la parenthèse est bas. => Le prix (net) est bas.
Bonjour, à la ligne. Comment ça va ? => Bonjour⏎Comment ça va ?
Bonjour. Nouvelle ligne. Comment ça va ? => Bonjour.⏎Comment ça va ?
C'est tout. Nouveau paragraphe. Passons à la suite. => C'est tout.⏎⏎Passons à la suite.
Bien à vous, à la ligne, Pierre. => Bien à vous⏎Pierre.
Bien à vous. À la ligne. => Bien à vous.⏎
À faire. Nouvelle puce. Acheter du lait. Nouvelle puce. Appeler Anna. => À faire.⏎- Acheter du lait.⏎- Appeler Anna.
C'est, tout en majuscules, important, pour nous. => C'est IMPORTANT, pour nous.
Envoie-le à Pierre. Efface ça. Envoie-le à Paul. => Envoie-le à Paul.
Envoie-le à Pierre, efface ça, envoie-le à Paul. => Envoie-le à Paul.
On se voit lundi. Annule ça. On se voit mardi. => On se voit mardi.
J'aime le thé. J'aime le café. Efface ça. J'aime le lait. => J'aime le thé. J'aime le lait.
Ça coûte vingt-trois euros cinquante. => Ça coûte 23,50 €.
Ça coûte cinq euros. => Ça coûte 5 €.
Ils ont levé deux virgule cinq millions d'euros. => Ils ont levé 2,5 millions €.
Ça augmente de douze virgule cinq pour cent. => Ça augmente de 12,5 %.
Environ trois pour cent sont restés. => Environ 3 % sont restés.
On se voit le trois mai. => On se voit le 3 mai.
On se voit le premier mai. => On se voit le 1er mai.
Elle est née le vingt et un mars mille neuf cent quatre-vingt-quatre. => Elle est née le 21 mars 1984.
Le vingt et unième siècle est jeune. => Le 21e siècle est jeune.
Le train part à quinze heures trente. => Le train part à 15 h 30.
On commence à neuf heures. => On commence à 9 heures.
Mon numéro est zéro six douze trente-quatre cinquante-six soixante-dix-huit. => Mon numéro est 06 12 34 56 78.
Six fois dix égale soixante. => 6 fois 10 égale 60.
Installe la version deux point un point trois. => Installe la version 2.1.3.
Nous avons vingt-trois chaises. => Nous avons 23 chaises.
Il y avait cent vingt personnes. => Il y avait 120 personnes.
La ville a douze mille cinq cents habitants. => La ville a 12 500 habitants.
C'était en deux mille cinq. => C'était en 2005.
La maison date de mille huit cent soixante-sept. => La maison date de 1867.
Trois millions de gens vivent ici. => 3 millions de gens vivent ici.
Pi vaut environ trois virgule quatorze. => Pi vaut environ 3,14.
Ouvrez la page cinq. => Ouvrez la page 5.
La route fait huit kilomètres. => La route fait 8 kilomètres.
Il fait moins cinq degrés. => Il fait moins 5 degrés.
Ajoute cinq à dix grammes de sel. => Ajoute 5 à 10 grammes de sel.
Il a quatre-vingt-dix-sept ans. => Il a 97 ans.
Elle habite au soixante et onze. => Elle habite au 71.
Euh, je crois qu'on y va. => Je crois qu'on y va.
Je, euh, crois qu'on y va. => Je crois qu'on y va.
On devrait euh attendre. => On devrait attendre.
On devrait on devrait partir. => On devrait partir.
Je je crois qu'il a raison. => Je crois qu'il a raison.
Il est tard, je veux dire, on devrait partir. => Il est tard, on devrait partir.
bonjour anna virgule comment vas-tu point d'interrogation => bonjour anna, comment vas-tu ?
chère anna nouvelle ligne merci => chère anna⏎merci
Rendez-vous le quatre juillet. => Rendez-vous le 4 juillet.
Il pèse quatre-vingt-dix-neuf kilos. => Il pèse 99 kilos.
Le vol dure dix-neuf heures. => Le vol dure 19 heures.
Il me doit quarante euros. => Il me doit 40 €.
Apporte du pain, virgule, du beurre et du miel. => Apporte du pain, du beurre et du miel.
On peut se voir demain, point d'interrogation. Dis-moi. => On peut se voir demain ? Dis-moi.
Ça fait quatre cent cinquante euros. => Ça fait 450 €.
Mon vol est le deux juin à six heures quarante-cinq. => Mon vol est le 2 juin à 6 h 45.
Elle a eu trente-sept ans en deux mille vingt et un. => Elle a eu 37 ans en 2021.
Le fichier fait sept cents mégaoctets. => Le fichier fait 700 mégaoctets.
Chère équipe, nouveau paragraphe, j'ai de bonnes nouvelles. => Chère équipe⏎⏎j'ai de bonnes nouvelles.
J'arrive à six heures. Efface ça. J'arrive à sept heures. => J'arrive à 7 heures.
Euh, laisse-moi réfléchir. => Laisse-moi réfléchir.
Il est dans dans la cuisine. => Il est dans la cuisine.
L'inflation est tombée à deux virgule un pour cent. => L'inflation est tombée à 2,1 %.
Ils ont vendu un million d'exemplaires. => Ils ont vendu 1 million d'exemplaires.
On a roulé soixante-cinq kilomètres. => On a roulé 65 kilomètres.
Merci, point d'exclamation. => Merci !
Note, deux points, la porte est fermée. => Note : la porte est fermée.
Ça coûte trente-deux euros. => Ça coûte 32 €.
Tu viens demain, point d'interrogation. => Tu viens demain ?
Cher Paul, virgule, à la ligne, je t'écris de Lyon. => Cher Paul,⏎je t'écris de Lyon.
Il y a quarante-sept chaises dans la salle. => Il y a 47 chaises dans la salle.
Euh, je crois que, euh, on a le temps. => Je crois que on a le temps.
Ça a monté de quinze pour cent. => Ça a monté de 15 %.
On va à Rome. Efface ça. On va à Paris. => On va à Paris.
La réunion est le douze juin. => La réunion est le 12 juin.
Ça pèse trois virgule deux kilos. => Ça pèse 3,2 kilos.
Le, euh, car scolaire arrive. => Le car scolaire arrive.
Il est petit, euh, mais fort. => Il est petit, mais fort.
`;
