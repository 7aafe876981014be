/** Each word is meant literally: the sentence stays as it is. */
export const literal = `
El punto es que nadie nos escuchó.
En este punto de la historia todo cambia.
Una vez más tienes razón.
Había una vez una princesa.
Uno de los dos miente.
La coma está mal puesta en esa frase.
Tengo mil cosas que hacer.
Gracias mil por tu ayuda.
A las ocho en punto estaré allí.
El primero en llegar paga la cuenta.
La segunda vez fue peor que la primera.
Un segundo, ya voy.
Borra eso de tu memoria.
Éramos cuatro en un coche pequeño.
Nueva línea de metro abre mañana en Madrid.
Es un signo de interrogación para todos.
Cien años de soledad es mi novela favorita.
Dos más dos siempre son cuatro.
Este no es el punto, y lo sabes.
Abre el paréntesis de una vez y sigue.
Cero ganas de salir hoy.
O sea, que no vienes.
Tres tristes tigres comen trigo.
El cuarto de mi hermana es grande.
Media hora después llegó el tren.
Una de cada diez personas es zurda.
Somos el uno para el otro.
Vive en el quinto piso, sin ascensor.
El siete de mi calle nunca pasa a tiempo.
Cuarenta y tantos años tenía.
Este, bueno, no lo sé.
Puntos suspensivos es un libro raro.
Mayúsculas o minúsculas, me da igual.
Una docena de huevos, por favor.
Los dos somos zurdos.
Dame un minuto.
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
Uno de ellos mintió al juez.
Una vez más llegó tarde a la cena.
Érase una vez un rey que tenía tres hijas.
La coma de la segunda frase sobra.
El paciente salió del coma después de una semana.
Entró en coma tras el accidente.
Que no coma tanto, le va a sentar mal.
Espero que coma bien en la escuela.
Pon una coma detrás de esa palabra.
El punto es que nadie sabía nada.
Estoy a punto de salir de casa.
Quedamos en el punto de encuentro de la estación.
La carne la quiero en su punto.
Y punto, no quiero hablar más del asunto.
El equipo sumó un punto fuera de casa.
Los dos puntos de vista son válidos.
Perdió por dos puntos en el último set.
Había dos puntos rojos en la pantalla.
El punto y coma se usa cada vez menos.
El médico le dio tres puntos en la frente.
El signo de exclamación se abre y se cierra en español.
La nueva línea de metro abre en primavera.
Trazaron una nueva línea en el suelo.
Un punto y aparte en su carrera fue aquel disco.
El párrafo nuevo no convence al editor.
Nuevo párrafo, nueva idea, decía mi profesora.
El guion de la película es flojo.
Abre comillas cuando cites a alguien, y ciérralas después.
Entre comillas, es un experto.
Entre paréntesis, nadie le creyó.
El paréntesis de la pandemia duró demasiado.
Borra eso antes de que lo vea tu madre.
No se puede deshacer lo que está hecho.
Tuvo que deshacer la maleta en la frontera.
Escribir todo en mayúsculas es gritar.
La viñeta de hoy en el periódico es muy buena.
Eh, tú, ven aquí.
Este, según el mapa, es el camino.
O sea que no vienes.
Es muy, muy tarde.
Quiero decir la verdad.
Los Tres Mosqueteros eran cuatro.
Cien años de soledad es su novela favorita.
Mil gracias por venir.
Buscarle tres pies al gato no ayuda.
Más vale pájaro en mano que ciento volando.
Está en el séptimo cielo.
Se quedó en cero, sin trabajo ni casa.
La Segunda Guerra Mundial lo cambió todo.
Alfonso Décimo el Sabio escribió cantigas.
Felipe Sexto saludó al público.
El Primero de Mayo hay manifestación.
Mi abuela tiene ochenta y tantos y nada cada día.
Un cuarto de los alumnos estaba enfermo.
El cuarto de baño está al fondo.
Limpia tu cuarto antes de salir.
Espera un segundo, que busco las llaves.
El segundo plato estaba frío.
Vive en el segundo, puerta izquierda.
El tercer hombre es una película clásica.
Matar dos pájaros de un tiro.
A la una, a las dos y a las tres.
Se puso de mil colores.
Siete vidas tiene el gato.
Un millón de gracias por todo.
Hubo un antes y un después.
Ni uno ni otro quisieron firmar.
Cada uno con su tema.
Dio en el punto débil del contrato.
Con puntos suspensivos no se cierra una carta seria.
Las Cuatro Estaciones suenan en el ascensor.
El acusado fue absuelto en todos los puntos.
El punto fuerte del informe es la tabla.
Nos falta un punto para clasificarnos.
El punto de cruz requiere paciencia.
Le cosieron con dos puntos y se fue a casa.
Punto de partida, la plaza mayor.
Llegó a las ocho en punto.
Hasta qué punto es legal, no lo sé.
Coma despacio, que le sentará mejor.
No coma nada antes de la operación.
Dígale que coma algo de fruta.
Coma lo que quiera, invita la casa.
La coma decimal cambia según el país.
Esa coma parte la oración en dos.
El guion bajo aparece en el nombre del archivo.
Escribió un guion para la televisión.
El guión de la serie es de mi prima.
La línea nueva del tranvía pasa por aquí.
Una nueva línea aérea volará a Bogotá.
El nuevo párrafo del contrato habla de multas.
Cierra el paréntesis en tu código.
Abrir paréntesis sin cerrarlos es un error común.
Las comillas latinas se usan poco.
Su amigo, entre comillas, lo denunció.
Borra eso de tu cabeza.
Elimina eso del carrito y paga.
Deshacer el nudo llevó una hora.
Hay que deshacer el camino andado.
Las mayúsculas también llevan tilde.
En mayúsculas se lee peor, según ella.
La viñeta política cumple años.
Una de las hermanas vive en Lima.
Uno se cansa de esperar.
Una cosa es hablar y otra hacer.
Un día de estos iremos a Roma.
De uno en uno, por favor.
Es uno de los mejores.
Un segundo de descuido bastó.
En segundo lugar, hace frío.
El segundo acto fue aburrido.
El primer ministro dimitió.
Primero, lava las verduras.
Primero de todo, gracias.
Fue tercero en la carrera.
La tercera edad viaja mucho.
Juan Pablo Segundo visitó la ciudad.
Isabel Segunda reinó en España.
La Quinta Avenida estaba cortada.
La sexta marcha no entra bien.
Un cuarto de litro de leche basta.
Los cuartos de final son hoy.
Tres cuartos de lo mismo, dijo.
Se partió en mil pedazos.
Mil perdones, no le había visto.
Cien veces se lo expliqué.
A cien por hora vive esa chica.
La Guerra de los Cien Años acabó en Burdeos.
Las Mil y Una Noches es un libro enorme.
Comió por cuatro.
Un plato para seis.
Seis meses después todo cambió.
Le dio las diez de últimas.
Se quedó de una pieza.
Ocho apellidos vascos es una comedia.
El siete de copas estaba marcado.
Los Cinco fueron de excursión.
Diez negritos cambió de título.
Eh es una interjección muy usada.
Eh, espera, que no llego.
No, no, eso no es verdad.
Muy, muy lejos vive mi tía.
Mmm, qué rico huele.
O sea, no me lo creo.
Digo la verdad, señoría.
Este hombre, señoría, miente.
Firma aquí, todo en mayúsculas.
Cierra paréntesis.
Deshacer.
Abrimos a las ocho de la mañana.
Abrimos a las ocho.
A las diez y cuarto salimos.
A las tres y media salimos.
Nueve de cada diez dentistas están de acuerdo.
Siete de cada diez personas votaron.
¿Puedes mirar cuál de las dos impresoras está rota?
Tengo una pregunta sobre el segundo párrafo de tu correo.
Mi punto es que nadie lo pidió.
Mi hijo tuvo ayer su primer día de clase.
La página tardó un segundo en cargar.
Un día nos reiremos de esto.
Por favor, borra eso del grupo.
Ella llegó primera y él segundo.
El paréntesis del título queda raro.
Cinco o seis personas querían venir.
Puso un signo de interrogación junto a mi nombre.
Unos cientos de personas esperaban fuera.
La coma del título sobra.
El título está en mayúsculas y el resto no.
Vamos a tener que deshacer el cambio.
La respuesta está en la línea siguiente.
Es la primera y la última vez.
Nos pusimos de acuerdo en un punto.
Una vez no hace daño.
Dile al niño que coma despacio.
`;

/** Each is a command or a number: what is said, and what is written. ⏎ stands for a line break. */
export const meant = `
Hacen falta cuarenta y cinco mil, trescientas veinte cajas. => Hacen falta 45 320 cajas.
Dos más dos igual a cuatro. => 2 más 2 igual a cuatro.
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
Recaudaron dos coma cinco millones de euros. => Recaudaron 2,5 millones de euros.
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
El alquiler es de mil doscientos euros al mes. => El alquiler es de 1200 € al mes.
Hornéalo treinta y cinco minutos a doscientos grados. => Hornéalo 35 minutos a 200 grados.
Nació el doce de marzo de mil novecientos ochenta y cuatro. => Nació el 12 de marzo de 1984.
La reunión es a las catorce treinta. => La reunión es a las 14:30.
El sesenta por ciento se quedó en casa. => El 60 % se quedó en casa.
Son dos coma cuatro segundos. => Son 2,4 segundos.
Querida Ana, coma, nueva línea, gracias por tu carta. => Querida Ana,⏎gracias por tu carta.
Voy el lunes. Borra eso. Voy el martes. => Voy el martes.
Pues, eh, deberíamos irnos. => Pues deberíamos irnos.
Necesitamos, dos puntos, harina, coma, azúcar y huevos. => Necesitamos: harina, azúcar y huevos.
Había ciento cuarenta y siete personas en la sala. => Había 147 personas en la sala.
En dos mil veintitrés nos mudamos. => En 2023 nos mudamos.
El paquete pesa once kilogramos. => El paquete pesa 11 kilogramos.
Está en la página trescientos doce. => Está en la página 312.
Cuesta veintinueve euros con noventa. => Cuesta 29,90 €.
Fue genial. Punto y aparte. Hasta pronto. => Fue genial.⏎⏎Hasta pronto.
La factura es de cuatro mil ochocientos euros. => La factura es de 4800 €.
Tome cinco miligramos dos veces al día. => Tome 5 miligramos dos veces al día.
La cita es el veintidós de junio a las diez quince. => La cita es el 22 de junio a las 10:15.
La temperatura bajó diecisiete grados. => La temperatura bajó 17 grados.
Vendimos ochenta y nueve entradas. => Vendimos 89 entradas.
La empresa se fundó en mil novecientos noventa y ocho. => La empresa se fundó en 1998.
La inflación está en el tres coma siete por ciento. => La inflación está en el 3,7 %.
Vaya a la habitación cuatrocientos cinco. => Vaya a la habitación 405.
Necesito tres cosas, dos puntos, un boli, coma, papel y tiempo. => Necesito tres cosas: un boli, papel y tiempo.
Gracias por venir, punto final, nueva línea, hasta mañana. => Gracias por venir.⏎Hasta mañana.
El borrador, abre paréntesis, el corto, cierra paréntesis, es mejor. => El borrador (el corto) es mejor.
Dijo, abre comillas, nunca más, cierra comillas, y se fue. => Dijo «nunca más» y se fue.
Llama al fontanero. Borra eso. Llama al electricista. => Llama al electricista.
Quedamos en la oficina. Deshacer. Quedamos en el bar. => Quedamos en el bar.
Compra. Nueva viñeta. Manzanas. Nueva viñeta. Peras. => Compra.⏎- Manzanas.⏎- Peras.
Yo yo creo que sí. => Yo creo que sí.
Abre interrogación, hay alguien, cierra interrogación. => ¿Hay alguien?
En el siglo diecinueve no había coches. => En el siglo XIX no había coches.
Lee esto, todo en mayúsculas, urgente, hoy. => Lee esto URGENTE, hoy.
Activar mayúsculas, no tocar, desactivar mayúsculas, gracias. => NO TOCAR gracias.
Me gusta. Deshacer. Me encanta. => Me encanta.
Comprar leche. Viñeta. => Comprar leche.⏎-
Hola, nueva línea. => Hola⏎
El siglo veintiuno empezó mal. => El siglo XXI empezó mal.
El vigésimo quinto aniversario. => El 25.º aniversario.
El presupuesto es de dos coma cinco millones de euros. => El presupuesto es de 2,5 millones de euros.
El tren sale a las diecisiete cuarenta y cinco. => El tren sale a las 17:45.
La reunión es a las catorce horas. => La reunión es a las 14 horas.
Hace doce grados bajo cero. => Hace 12 grados bajo cero.
El cuatro de julio de mil novecientos setenta y seis. => El 4 de julio de 1976.
Había doscientas cincuenta mil personas. => Había 250 000 personas.
Mi teléfono es seis uno dos tres cuatro cinco seis siete ocho. => Mi teléfono es 612345678.
La versión tres punto doce es más rápida. => La versión 3.12 es más rápida.
Cuesta tres mil cuatrocientos cincuenta euros. => Cuesta 3450 €.
Mándalo antes del treinta de abril. => Mándalo antes del 30 de abril.
La reparación cuesta ciento veinte euros. => La reparación cuesta 120 €.
Esperamos a unos cuarenta invitados el sábado. => Esperamos a unos 40 invitados el sábado.
Hola, Tomás, coma, nueva línea, ha llegado el paquete, punto. => Hola, Tomás,⏎ha llegado el paquete.
Es, eh, un poco tarde. => Es un poco tarde.
Hacía dos grados más que en dos mil diecinueve. => Hacía 2 grados más que en 2019.
`;
