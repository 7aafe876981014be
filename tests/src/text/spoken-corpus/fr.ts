/** Each word is meant literally: the sentence stays as it is. */
export const literal = `
C'est un point important que vous soulevez là.
Il était une fois une petite fille.
Une fois de plus, tu as raison.
Point final, je ne veux plus en parler.
À ce point de la discussion, je préfère me taire.
L'un des deux ment, c'est sûr.
Il y a un an, nous étions à Lyon.
La première fois que je l'ai vue, il pleuvait.
Elle a mille choses à faire avant midi.
Merci mille fois pour votre aide.
Nous étions quatre dans une petite voiture.
Il est neuf, ce vélo, tu l'as acheté quand ?
Ouvrez la parenthèse et fermez-la, dit le maître.
À la ligne, les trains attendent.
Le deux-points est un signe discret.
Un de ces jours, je partirai.
Elle a le cœur sur la main, un point c'est tout.
Le tiers des invités n'est pas venu.
Une seconde, j'arrive.
Dans la seconde qui suit, il a disparu.
Je veux dire la vérité, rien que la vérité.
Il a mis un point d'interrogation sur la carte.
Trois fois rien, ne t'inquiète pas.
Le premier arrivé prend la clé.
Nous sommes à deux doigts de réussir.
Louis quatorze aimait la danse.
Le six vient de passer, il faut attendre le suivant.
Il n'a zéro chance de gagner.
Moitié moitié, ça te va ?
Sept fois sur dix, il se trompe.
Il s'est mis sur son trente et un.
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
Il était une fois un roi qui avait trois filles.
Une fois de plus, il est en retard.
L'un d'eux a menti, c'est certain.
Les uns arrivent, les autres partent.
La virgule est mal placée dans cette phrase.
À la virgule près, les deux textes sont identiques.
Tu as oublié une virgule après le mot donc.
Le point de départ se trouve derrière l'église.
À quel point tient-il à ce projet ?
Un point c'est tout, dit-elle en claquant la porte.
Mets les points sur les i, sinon personne ne comprendra.
Le steak était cuit à point.
Il a marqué le point décisif en fin de match.
Le point final de l'accord reste à négocier.
Le point d'exclamation sur le panneau clignote.
Deux points nous séparent de la victoire.
Les deux points de vue se défendent.
À deux points de la fin, il a craqué.
Le point-virgule disparaît des journaux.
Cette nouvelle ligne de métro ouvre au printemps.
Il faut aller à la ligne après chaque réplique.
À la ligne d'arrivée, il s'est effondré.
Un nouveau paragraphe commence en haut de la page.
Le tiret entre les deux mots est facultatif.
Les parenthèses alourdissent le style.
Ouvrez la parenthèse avec une touche du clavier.
Entre guillemets, on peut dire que c'est une réussite.
Les guillemets anglais ne sont pas admis ici.
Efface ça du tableau, le cours est fini.
Annuler la réservation coûte cher.
On ne peut pas annuler un vol le jour même.
Tout en majuscules, le titre paraît agressif.
La majuscule au mot État est obligatoire.
La puce électronique du chien est illisible.
Le marché aux puces ouvre le dimanche.
Bah, tu sais, ce n'est pas grave.
Ben Stiller joue le rôle principal.
Nous nous sommes trompés de route.
Vous vous êtes levés tôt.
C'est très, très bon.
Je veux dire la vérité au juge.
Les Trois Mousquetaires sont quatre, en réalité.
Il a bu un verre de trop.
Les Quatre Cents Coups est un film de Truffaut.
Elle fait les quatre cents coups.
Il se met sur son trente et un pour sortir.
Je te le donne en mille.
Il a fait d'une pierre deux coups.
Jamais deux sans trois.
Un tiens vaut mieux que deux tu l'auras.
Il est huit heures moins le quart, dépêche-toi donc.
Le quart des élèves était absent.
Il a pris son quart à minuit sur la passerelle.
Le premier venu pourrait le faire.
La Première Guerre mondiale a ravagé la région.
Louis Quatorze aimait la danse.
Elle a la cinquantaine élégante.
Une dizaine de personnes attendaient.
Il y a une seconde, il était encore là.
Attends une seconde, je cherche mes clés.
Il a joué le neuf de pique.
Un appartement neuf se vend plus cher.
J'ai acheté un vélo neuf et un casque.
Le facteur sonne toujours deux fois.
La route nationale sept descend vers le sud.
Il est aussi bête que ses pieds, un point de plus à noter.
En un mot comme en cent, c'est raté.
Faire les cent pas dans le couloir ne sert à rien.
Six pieds sous terre, il repose en paix.
Le Cinq Majeur a dominé la partie.
Sept fois à terre, huit fois debout, dit le proverbe.
Il tourne sept fois sa langue dans sa bouche.
L'accusé a été relaxé sur tous les points.
Le point faible du dossier est la date.
Un point de côté l'a obligé à s'arrêter.
Il a deux points de retard sur le leader.
Deux points de suture ont suffi.
Faites le point avec votre médecin.
Point de vue superbe, chambre minuscule.
Point trop n'en faut, disait ma grand-mère.
À ce point-là, autant tout arrêter.
La virgule avant et n'est pas toujours fautive.
Une virgule mal placée peut coûter cher.
Le point d'interrogation reste sur la météo.
Trois points de suspension ferment le poème.
Il a mis un tiret dans le nom du fichier.
La ligne deux du métro est en panne.
Passez à la ligne suivante du formulaire.
Aller à la ligne coûte plus cher chez cet imprimeur.
La nouvelle ligne de produits plaît aux jeunes.
Un paragraphe entier a disparu du contrat.
Ferme la parenthèse dans ton code.
La parenthèse enchantée est finie.
Les guillemets français ont des espaces.
Un homme, entre guillemets, respectable.
Efface ça tout de suite, dit le maître.
Efface ça de ta mémoire.
Annuler est toujours possible jusqu'à midi.
Il faut annuler la réunion.
En majuscules d'imprimerie, s'il vous plaît.
Les majuscules accentuées sont recommandées.
Cette puce est morte hier.
Les puces du chat sautent partout.
Un de ces jours, on ira à Rome.
L'une des sœurs vit à Lyon.
C'est l'un ou l'autre.
L'un après l'autre, ils sont partis.
Une chose à la fois.
Une seconde d'inattention a suffi.
La seconde partie du roman m'a ennuyé.
Il est en seconde au lycée.
En premier lieu, merci à tous.
La première fois, j'avais peur.
Le troisième homme reste introuvable.
François Premier aimait les arts.
Le Deuxième Sexe fit scandale.
Le tiers des revenus part en loyer.
Un quart de litre suffit pour la pâte.
Le quart de finale se joue ce soir.
Faire d'un quart un demi est absurde.
Il a fait quatre pas et s'est assis.
Couper les cheveux en quatre ne mène à rien.
Manger comme quatre ne lui fait pas peur.
Il était plié en quatre.
Un plat de résistance pour six.
Six mois plus tard, tout avait changé.
Le neuf est plus cher que l'occasion.
Quoi de neuf, docteur ?
Ils ont fait du neuf avec du vieux.
Des mille et des cents, il en gagne.
Mille mercis pour votre accueil.
La guerre de Cent Ans dura plus longtemps.
Les Mille et Une Nuits sont un chef-d'œuvre.
Le Club des cinq a bercé mon enfance.
On les compte sur les doigts d'une main, ces cas.
Il vit au cinquième sans ascenseur.
Euh n'est pas un mot, c'est un bruit.
Bon, bon, on y va.
Vous, vous restez ici.
Non, non, ce n'est pas moi.
Ça veut dire que tu viens ?
Dis, tu m'écoutes ?
Le mille-pattes a traversé la cuisine.
Huit jours suffisent pour réparer.
Signez ici, tout en majuscules.
Fermez la parenthèse.
Annuler.
Neuf dentistes sur dix sont d'accord.
Sept personnes sur dix ont voté.
Rendez-vous à midi et demi.
Tu peux vérifier laquelle des deux imprimantes est cassée ?
J'ai une question sur le deuxième paragraphe de ton message.
Mon point de vue n'a pas changé depuis hier.
Mon fils a fait sa première rentrée hier.
Il a fallu une seconde pour que la page s'affiche.
Un jour, on en rira.
Efface ça du groupe, s'il te plaît.
Elle est arrivée première et lui deuxième.
La parenthèse dans le titre fait bizarre.
Cinq ou six personnes voulaient venir.
Elle a mis un point d'interrogation à côté de mon nom.
Quelques centaines de personnes attendaient dehors.
La virgule dans le titre est de trop.
Le titre est en majuscules, pas le reste.
On va devoir annuler le voyage.
La réponse se trouve à la ligne suivante.
C'est la première et la dernière fois.
On s'est mis d'accord sur un point.
`;

/** Each is a command or a number: what is said, and what is written. ⏎ stands for a line break. */
export const meant = `
Il faut quarante-cinq mille, trois cent vingt et une boîtes. => Il faut 45 321 boîtes.
Mon numéro est le zéro six, douze, trente-quatre, cinquante-six, soixante-dix-huit. => Mon numéro est le 06 12 34 56 78.
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
Ils ont levé deux virgule cinq millions d'euros. => Ils ont levé 2,5 millions d'euros.
Ça augmente de douze virgule cinq pour cent. => Ça augmente de 12,5 %.
Environ trois pour cent sont restés. => Environ 3 % sont restés.
On se voit le trois mai. => On se voit le 3 mai.
On se voit le premier mai. => On se voit le 1er mai.
Elle est née le vingt et un mars mille neuf cent quatre-vingt-quatre. => Elle est née le 21 mars 1984.
Le vingt et unième siècle est jeune. => Le XXIe siècle est jeune.
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
Le loyer est de mille deux cents euros par mois. => Le loyer est de 1 200 € par mois.
Faites cuire trente-cinq minutes à deux cents degrés. => Faites cuire 35 minutes à 200 degrés.
Elle est née le douze mars mille neuf cent quatre-vingt-quatre. => Elle est née le 12 mars 1984.
Rendez-vous à quatorze heures trente. => Rendez-vous à 14 h 30.
Environ soixante pour cent des électeurs se sont abstenus. => Environ 60 % des électeurs se sont abstenus.
Il l'a couru en deux virgule quatre secondes. => Il l'a couru en 2,4 secondes.
Chère Anna, virgule, à la ligne, merci pour ta lettre. => Chère Anna,⏎merci pour ta lettre.
Tu viens ce soir ? Point d'interrogation. => Tu viens ce soir ?
Je viens lundi. Efface ça. Je viens mardi. => Je viens mardi.
Donc, euh, on devrait partir. => Donc on devrait partir.
Il nous faut, deux points, de la farine, virgule, du sucre et des œufs. => Il nous faut : de la farine, du sucre et des œufs.
Il y avait cent quarante-sept personnes dans la salle. => Il y avait 147 personnes dans la salle.
En deux mille vingt-trois, nous avons déménagé. => En 2023, nous avons déménagé.
Le colis pèse onze kilogrammes. => Le colis pèse 11 kilogrammes.
C'était génial, point d'exclamation. Nouveau paragraphe. À bientôt. => C'était génial !⏎⏎À bientôt.
C'est à la page trois cent douze. => C'est à la page 312.
Ça coûte vingt-neuf euros quatre-vingt-dix. => Ça coûte 29,90 €.
Mon numéro est le zéro six douze trente-quatre cinquante-six soixante-dix-huit. => Mon numéro est le 06 12 34 56 78.
La facture est de quatre mille huit cents euros. => La facture est de 4 800 €.
Prenez cinq milligrammes deux fois par jour. => Prenez 5 milligrammes deux fois par jour.
Le rendez-vous est le vingt-deux juin à dix heures quinze. => Le rendez-vous est le 22 juin à 10 h 15.
La température a chuté de dix-sept degrés. => La température a chuté de 17 degrés.
On a vendu quatre-vingt-neuf billets. => On a vendu 89 billets.
La société fut fondée en mille neuf cent quatre-vingt-dix-huit. => La société fut fondée en 1998.
L'inflation est à trois virgule sept pour cent. => L'inflation est à 3,7 %.
Allez à la chambre quatre cent cinq. => Allez à la chambre 405.
Son quinzième anniversaire approche. => Son 15e anniversaire approche.
Il me faut trois choses, deux points, un stylo, virgule, du papier et du temps. => Il me faut trois choses : un stylo, du papier et du temps.
Merci d'être venus, point final, nouvelle ligne, à demain. => Merci d'être venus.⏎À demain.
Le brouillon, ouvrez la parenthèse, le court, fermez la parenthèse, est meilleur. => Le brouillon (le court) est meilleur.
Il a dit, ouvrez les guillemets, jamais, fermez les guillemets, et il est parti. => Il a dit « jamais » et il est parti.
Appelle le plombier. Efface ça. Appelle l'électricien. => Appelle l'électricien.
On se voit au bureau. Annule ça. On se voit au café. => On se voit au café.
Courses. Nouvelle puce. Pommes. Nouvelle puce. Poires. => Courses.⏎- Pommes.⏎- Poires.
Je, euh, voulais te demander quelque chose. => Je voulais te demander quelque chose.
On on devrait partir. => On devrait partir.
Il y a quelqu'un ? Point d'interrogation. => Il y a quelqu'un ?
Lis ça, tout en majuscules, urgent, aujourd'hui. => Lis ça URGENT, aujourd'hui.
Début majuscules, ne pas toucher, fin majuscules, merci. => NE PAS TOUCHER merci.
Ça me plaît. Annuler. J'adore. => J'adore.
Acheter du lait. Nouvelle puce. => Acheter du lait.⏎-
Bonjour, nouvelle ligne. => Bonjour⏎
Le vingt et unième siècle a mal commencé. => Le XXIe siècle a mal commencé.
Il en coûte trois mille quatre cent cinquante euros. => Il en coûte 3 450 €.
Le budget est de deux virgule cinq millions d'euros. => Le budget est de 2,5 millions d'euros.
Le train part à dix-sept heures quarante-cinq. => Le train part à 17 h 45.
On ouvre à huit heures. => On ouvre à 8 heures.
Le film dure deux heures trente minutes. => Le film dure 2 h 30.
Il a dormi dix heures. => Il a dormi 10 heures.
Il fait moins douze degrés dehors. => Il fait moins 12 degrés dehors.
Le premier mai est férié. => Le 1er mai est férié.
Le quatre juillet mille neuf cent soixante-seize. => Le 4 juillet 1976.
Il y avait deux cent cinquante mille personnes. => Il y avait 250 000 personnes.
Quatre-vingt-onze pour cent des gens. => 91 % des gens.
Il roule à cent trente kilomètres à l'heure. => Il roule à 130 kilomètres à l'heure.
La troisième édition et la vingt-cinquième. => La troisième édition et la 25e.
Envoie-le avant le trente avril. => Envoie-le avant le 30 avril.
La réparation coûte cent vingt euros. => La réparation coûte 120 €.
On attend une quarantaine, enfin quarante invités samedi. => On attend une quarantaine, enfin 40 invités samedi.
Salut Tom, virgule, à la ligne, le colis est là, point. => Salut Tom,⏎le colis est là.
On se voit lundi. Efface ça. On se voit mardi. => On se voit mardi.
Tu m'entends, point d'interrogation. => Tu m'entends ?
Il est, euh, un peu tard. => Il est un peu tard.
Il faisait deux degrés de plus qu'en deux mille dix-neuf. => Il faisait 2 degrés de plus qu'en 2019.
`;
