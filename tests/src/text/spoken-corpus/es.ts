/** Each word is meant literally: the sentence stays as it is. */
export const literal = `
Érase una vez una reina.
Una vez más, gracias por venir.
Uno de ellos llamó por la mañana.
Una de mis hermanas vive en Lima.
Entraron uno por uno en la sala.
Tengo dos hermanos y una hermana.
Se comió tres manzanas.
Un hombre espera en la puerta.
Una casa blanca está al final.
Mil gracias por tu ayuda.
Te lo he dicho mil veces.
Las mil y una noches es un libro precioso.
Estoy cien por cien seguro.
Lo hizo en un dos por tres.
Llama cada dos por tres.
Éramos cuatro gatos en la reunión.
Vive en el quinto pino.
Los Diez Mandamientos están en la pared.
Los siete enanitos vivían en el bosque.
El gato tiene siete vidas.
Dame dos o tres días.
Hacen falta uno o dos voluntarios.
El primer intento salió mal.
La segunda vez fue mejor.
Llegó primero a la meta.
La tercera puerta está cerrada.
Un tercio votó en contra.
Más o menos lo entiendo.
No hay más que hablar.
Menos mal que viniste.
Cuanto más duerme, más cansado está.
Nos vemos a la una en la plaza.
Son las dos y todavía no llega.
Los dos se fueron juntos.
Un día lo entenderás.
Ella es única en el mundo.
Uno nunca sabe qué puede pasar.
Ni uno solo contestó.
Es el número uno del mundo.
El once titular sale al campo.
La ONCE ayuda a los ciegos.
Los Cuatro Fantásticos es una película mala.
Doce Hombres sin Piedad es un clásico.
Cien Años de Soledad es mi libro favorito.
Cien personas te dirían lo mismo.
Millones de estrellas brillan.
Miles de pájaros cruzaron el lago.
Por si las moscas, lleva un paraguas.
Lo gritó a los cuatro vientos.
Las tres Marías están en el cielo.
La coma del título es un error.
Olvidaste una coma después del saludo.
Esa coma lo cambia todo.
Falta una coma en la frase.
Cada coma cuenta en un contrato.
El paciente está en coma desde ayer.
Salió del coma por la noche.
No quiero que el niño coma dulces.
Que coma lo que quiera.
Espero que coma bien hoy.
Dile que coma algo antes de salir.
Cuando coma, se sentirá mejor.
Sin la coma, la frase es cruel.
Pon una coma antes del nombre.
Quizá coma más tarde.
El punto es que nadie preguntó.
Hasta cierto punto tienes razón.
Es un buen punto para ti.
Estamos a punto de salir.
El arroz está en su punto.
Mi punto de vista es otro.
Ese es su punto débil.
Pon un punto al final.
Ganaron por un punto.
El punto de partida está aquí.
Nos encontramos en el punto más alto.
A las doce en punto sonó la campana.
En este punto estamos de acuerdo.
El equipo ganó tres puntos.
Les sacamos dos puntos de ventaja.
Tenemos dos puntos en común.
Le pusieron dos puntos en la ceja.
Escribe los dos puntos después del saludo.
El punto y coma casi ha desaparecido.
Nadie usa el punto y coma.
Un punto y coma une dos frases.
Puso punto final a la relación.
Es el punto final de la historia.
Y punto, no se hable más.
Falta el signo de interrogación.
Su futuro es un signo de interrogación.
El signo de exclamación parece grosero.
Ella siempre usa un signo de exclamación.
El guion de la película es malo.
Escribió el guion en una semana.
Falta un guion entre las palabras.
Entre paréntesis, tiene razón.
Cierra el paréntesis, por favor.
La palabra está entre comillas.
Las comillas no son necesarias.
Una nueva línea de productos llega.
La nueva línea de metro abre mañana.
Esta nueva línea es más rápida.
Hay un salto de línea de más.
Empieza en una nueva línea.
Este nuevo párrafo es muy largo.
El nuevo párrafo habla de impuestos.
Escribí un nuevo párrafo.
Cada nuevo párrafo empieza aquí.
La viñeta del periódico es divertida.
Me gusta la última viñeta.
Dibuja una viñeta cada día.
No escribas todo en mayúsculas.
El título está en mayúsculas.
Las mayúsculas cuestan de leer.
Los nombres van con mayúsculas.
Borra eso de la pizarra.
Voy a borrar eso mañana.
Por favor, borra eso de la lista.
No puedo deshacer el nudo.
Quiero deshacer la maleta.
Elimina eso del informe, por favor.
Quiero decir gracias a todos.
Quiero decir que tienes razón.
Es lo que quiero decir.
No sé qué quiero decir.
Digo que no y es que no.
Te digo la verdad.
Este coche es mío.
Este es mi hermano.
Viven en el este de la ciudad.
El viento sopla del este.
No no, fue culpa mía.
Está muy muy cansado.
Sí sí, ya lo sé.
Poco a poco lo consigue.
Corre una y otra vez.
Cada vez más gente trabaja en casa.
Dijo «eh, quizás» y se fue.
¿Vienes mañana, eh?
¡Eh, tú!
Dice eh en cada frase.
Sus ehm me cansan.
Ah, ya entiendo.
Mayo es mi mes favorito.
En marzo llueve mucho.
Se marchó a las tantas.
Las tres y media es muy temprano.
A las cuatro y media tomamos té.
El cuarto de baño está arriba.
Es un cuarto oscuro.
Un cuarto de hora más tarde llegó.
Es el segundo mejor.
Espera un segundo.
Hay que estar a las duras y a las maduras.
No hay dos sin tres.
A la de tres, salta.
Cuatro ojos ven más que dos.
Por más que lo intento, no puedo.
Vale por dos.
Se puso como un tres.
Es uno más de la familia.
O uno u otro tiene que ir.
Ella vale por dos o más.
unos y otros vinieron
falta una coma
una vez al año vuelve
es mi punto de vista
el paciente sigue en coma
la nueva línea está abierta
Discutieron una hora por una coma.
No vio el signo de interrogación.
Lee la línea siguiente.
Voy a borrar lo que escribí.
Cuatro ojos ven mejor que dos.
Lo hablamos tres o cuatro veces.
Era la segunda de la fila.
Todos hablaban a la vez.
¿Qué quiere decir esa palabra?
Este, el del sombrero, es mi tío.
Tiene un punto de locura.
No hay punto de comparación.
Por primera vez en años se rio.
Hay mil razones para negarse.
Conocí a un tipo raro.
Solo hay uno.
Un poco más de leche, por favor.
Vive en el número uno de la calle.
El que coma rápido se atragantará.
Aunque coma poco, engorda.
A las nueve en casa de Ana.
Las comillas están al revés.
Nos vimos una o dos veces.
Son las cinco y no ha llegado.
Se la jugó a una carta.
Siete vidas tiene un gato.
Cien veces te lo repetí.
Llegó en segundo lugar.
En total somos dos.
El punto es que llegamos tarde.
Estuvo en coma durante semanas.
Uno nunca sabe lo que va a pasar.
Una amiga mía vive en Lima.
Cada uno tiene su opinión.
Borra eso de la pizarra, por favor.
Me pongo a la cola en la nueva línea de metro.
Este coche es más rápido que el otro.
La nueva línea de productos se vende bien.
El signo de interrogación está mal puesto.
Quiero decir algo importante.
Tiene dos hijos y una hija.
Este, que vino ayer, ya se fue.
Nos vimos a la una en la plaza.
Punto por punto, lo explicó todo.
Hay un punto en el mapa.
No, no, no quiero ir.
Abre paréntesis solo cuando haga falta.
El primero de la lista soy yo.
Todo tiene dos puntos de vista.
Es un cero a la izquierda.
Comió dos veces y se acostó.
Primero la obligación y después la devoción.
`;

/** Each is a command or a number: what is said, and what is written. ⏎ stands for a line break. */
export const meant = `
hola abre interrogación cómo estás cierra interrogación => hola ¿cómo estás?
Hola Ana, coma, ¿cómo estás? => Hola Ana, ¿cómo estás?
Compré manzanas, coma, peras y nueces. => Compré manzanas, peras y nueces.
Querida Ana, coma, nueva línea. Gracias por la carta. => Querida Ana,⏎Gracias por la carta.
Estamos listos. Punto. Vamos. => Estamos listos. Vamos.
Es tarde, punto. => Es tarde.
Necesito esto, dos puntos, leche y pan. => Necesito esto: leche y pan.
Estaba cansada, punto y coma, se fue. => Estaba cansada; se fue.
Mi hermano, guion, el alto, guion, está aquí. => Mi hermano – el alto – está aquí.
Dijo, abre comillas, estoy aquí, cierra comillas. => Dijo «estoy aquí».
Dijo abre comillas estoy aquí cierra comillas y salió. => Dijo «estoy aquí» y salió.
El precio, abre paréntesis, neto, cierra paréntesis, es bajo. => El precio (neto) es bajo.
Abre interrogación, vienes hoy, cierra interrogación. => ¿Vienes hoy?
Abre exclamación, qué día, cierra exclamación. => ¡Qué día!
Hola, nueva línea. ¿Cómo estás? => Hola⏎¿Cómo estás?
Hola. Nueva línea. ¿Cómo estás? => Hola.⏎¿Cómo estás?
Eso es todo. Nuevo párrafo. Sigamos. => Eso es todo.⏎⏎Sigamos.
Eso es todo. Punto y aparte. Sigamos. => Eso es todo.⏎⏎Sigamos.
Un saludo, nueva línea, Pedro. => Un saludo⏎Pedro.
Un saludo. Nueva línea. => Un saludo.⏎
Tareas. Nueva viñeta. Comprar leche. Nueva viñeta. Llamar a Ana. => Tareas.⏎- Comprar leche.⏎- Llamar a Ana.
Es, todo en mayúsculas, importante, para nosotros. => Es IMPORTANTE, para nosotros.
Envíalo a Pedro. Borra eso. Envíalo a Pablo. => Envíalo a Pablo.
Envíalo a Pedro, borra eso, envíalo a Pablo. => Envíalo a Pablo.
Nos vemos el lunes. Borra eso. Nos vemos el martes. => Nos vemos el martes.
Me gusta el té. Me gusta el café. Borra eso. Me gusta la leche. => Me gusta el té. Me gusta la leche.
Cuesta veintitrés euros con cincuenta. => Cuesta 23,50 €.
Cuesta cinco euros. => Cuesta 5 €.
Recaudaron dos coma cinco millones de euros. => Recaudaron 2,5 millones €.
Creció un doce coma cinco por ciento. => Creció un 12,5 %.
Cerca del tres por ciento se quedó. => Cerca del 3 % se quedó.
Nos vemos el tres de mayo. => Nos vemos el 3 de mayo.
Nació el veintiuno de marzo de mil novecientos ochenta y cuatro. => Nació el 21 de marzo de 1984.
El tren sale a las tres y quince. => El tren sale a las 3:15.
El tren sale a las diez y veinte. => El tren sale a las 10:20.
Mi código es nueve cero dos uno cero. => Mi código es 90210.
Seis por diez igual a sesenta. => 6 por 10 igual a 60.
Instala la versión dos punto uno punto tres. => Instala la versión 2.1.3.
Tenemos veintitrés sillas. => Tenemos 23 sillas.
Había ciento veinte personas. => Había 120 personas.
La ciudad tiene doce mil quinientos habitantes. => La ciudad tiene 12 500 habitantes.
Ocurrió en dos mil cinco. => Ocurrió en 2005.
La casa es de mil ochocientos sesenta y siete. => La casa es de 1867.
Tres millones de personas viven aquí. => 3 millones de personas viven aquí.
Pi es más o menos tres coma catorce. => Pi es más o menos 3,14.
Abre la página cinco. => Abre la página 5.
La carretera tiene ocho kilómetros. => La carretera tiene 8 kilómetros.
Estamos a menos cinco grados. => Estamos a menos 5 grados.
Añade de cinco a diez gramos de sal. => Añade de 5 a 10 gramos de sal.
Tiene treinta y cinco años. => Tiene 35 años.
Ehm, creo que nos vamos. => Creo que nos vamos.
Yo, ehm, creo que nos vamos. => Yo creo que nos vamos.
Este, creo que nos vamos. => Creo que nos vamos.
Fui a la la tienda. => Fui a la tienda.
Yo creo yo creo que sí. => Yo creo que sí.
Es tarde, quiero decir, deberíamos irnos. => Es tarde, deberíamos irnos.
querida ana nueva línea gracias => querida ana⏎gracias
La reunión es el cuatro de julio. => La reunión es el 4 de julio.
Pesa noventa y nueve kilos. => Pesa 99 kilos.
El vuelo dura diecinueve horas. => El vuelo dura 19 horas.
Me debe cuarenta euros. => Me debe 40 €.
El capítulo once es el mejor. => El capítulo 11 es el mejor.
Trae pan, coma, mantequilla y miel. => Trae pan, mantequilla y miel.
Son cuatrocientos cincuenta euros. => Son 450 €.
Mi vuelo sale el dos de junio a las seis y cuarenta y cinco. => Mi vuelo sale el 2 de junio a las 6:45.
Cumplió treinta y siete en dos mil veintiuno. => Cumplió 37 en 2021.
El archivo ocupa setecientos megabytes. => El archivo ocupa 700 megabytes.
Querido equipo, nuevo párrafo, tengo buenas noticias. => Querido equipo⏎⏎tengo buenas noticias.
Llego el lunes. Borra eso. Llego el martes. => Llego el martes.
Ehm, déjame pensar. => Déjame pensar.
Está en en la cocina. => Está en la cocina.
La inflación bajó al dos coma uno por ciento. => La inflación bajó al 2,1 %.
Vendieron un millón de copias. => Vendieron 1 millón de copias.
Condujimos sesenta y cinco kilómetros. => Condujimos 65 kilómetros.
Nota, dos puntos, la puerta está cerrada. => Nota: la puerta está cerrada.
Cuesta treinta y dos euros. => Cuesta 32 €.
Vienes mañana, signo de interrogación. => Vienes mañana?
Querido Juan, coma, nueva línea, te escribo desde Madrid. => Querido Juan,⏎te escribo desde Madrid.
Hay cuarenta y siete sillas en la sala. => Hay 47 sillas en la sala.
Eh, creo que, eh, tenemos tiempo. => Creo que tenemos tiempo.
Subió un quince por ciento. => Subió un 15 %.
Vamos a Roma. Borra eso. Vamos a París. => Vamos a París.
La reunión es el doce de junio. => La reunión es el 12 de junio.
Pesa tres coma dos kilos. => Pesa 3,2 kilos.
No hace, ehm, sino quejarse. => No hace sino quejarse.
`;
