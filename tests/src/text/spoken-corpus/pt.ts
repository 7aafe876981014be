/** Each word is meant literally: the sentence stays as it is. */
export const literal = `
Era uma vez uma rainha.
Uma vez mais, obrigado por vir.
Um de meus amigos ligou cedo.
Uma das irmãs mora em Recife.
Eles entraram um por um na sala.
Tenho dois irmãos e uma irmã.
Ela comeu três maçãs.
Um homem espera na porta.
Uma casa branca fica no fim da rua.
Mil desculpas pelo atraso.
Já te disse isso mil vezes.
As mil e uma noites é um livro lindo.
Estou cem por cento certo.
Ele é um zero à esquerda.
Guardou o segredo a sete chaves.
O gato tem sete vidas.
Os Dez Mandamentos estão na parede.
Branca de Neve e os sete anões é um conto.
Me dê dois ou três dias.
Precisamos de um ou dois voluntários.
A primeira tentativa falhou.
A segunda vez foi melhor.
Ele chegou primeiro.
A terceira porta está fechada.
Um terço votou contra.
Mais ou menos entendi.
Não há mais o que dizer.
Quanto mais dorme, mais cansado fica.
Os dois foram embora juntos.
Um dia você vai entender.
Ela é única no mundo.
A gente nunca sabe.
Nem um só respondeu.
É o número um do mundo.
O Quarteto Fantástico é um filme ruim.
Cem Anos de Solidão é meu livro favorito.
Cem pessoas diriam o mesmo.
Milhões de estrelas brilham.
Milhares de pássaros cruzaram o lago.
Ele andou de quatro pela casa.
Procurei pelos quatro cantos da casa.
Ela tirou nota dez na prova.
Onze Homens e um Segredo passa hoje.
Doze Homens e uma Sentença é um clássico.
As Três Marias estão no céu.
Meia hora depois ele chegou.
Ela comprou uma meia nova.
Ele só usa meia preta.
Um ou outro tem de ir.
Mais um café, por favor.
A vírgula do título é um erro.
Você esqueceu uma vírgula depois do nome.
Essa vírgula muda tudo.
Falta uma vírgula na frase.
Cada vírgula conta num contrato.
Sem a vírgula, a frase é cruel.
Coloque uma vírgula antes do nome.
Ele pôs a vírgula no lugar errado.
Entre as palavras vai uma vírgula.
Números de vírgula flutuante são imprecisos.
O ponto é que ninguém perguntou.
Até certo ponto você tem razão.
É um bom ponto para você.
Estamos a ponto de sair.
O arroz está no ponto.
Meu ponto de vista é outro.
Esse é o ponto fraco dele.
Coloque um ponto no fim.
Eles ganharam por um ponto.
O ponto de partida é aqui.
Espero no ponto de ônibus.
O ponto turístico fica longe.
Neste ponto estamos de acordo.
Ele bateu o ponto às pressas.
Preciso bater ponto antes de sair.
O time ganhou três pontos.
Temos dois pontos em comum.
Ele levou dois pontos na testa.
Estamos dois pontos à frente.
Escreva os dois pontos depois da saudação.
O ponto e vírgula quase sumiu.
Ninguém usa o ponto e vírgula.
Um ponto e vírgula une duas frases.
Ela pôs um ponto final na relação.
É o ponto final da história.
E ponto, não se fala mais nisso.
Falta o ponto de interrogação.
O futuro dele é um grande ponto de interrogação.
O ponto de exclamação parece grosseiro.
Ela sempre usa um ponto de exclamação.
O travessão está curto demais.
A bola bateu no travessão.
Falta um travessão antes da fala.
Entre parênteses, ele tem razão.
Feche o parêntese, por favor.
A palavra está entre aspas.
As aspas não são necessárias.
Uma nova linha de produtos chegou.
A nova linha do metrô abre amanhã.
Esta nova linha é mais rápida.
Há uma quebra de linha a mais.
Comece em uma nova linha.
Este novo parágrafo é muito longo.
O novo parágrafo fala de impostos.
Escrevi um novo parágrafo.
Cada novo parágrafo começa aqui.
O marcador do livro caiu.
O marcador fez um belo trabalho na defesa.
Comprei um marcador amarelo.
Não escreva tudo em maiúsculas.
O título está em maiúsculas.
As maiúsculas são difíceis de ler.
Os nomes vão com maiúsculas.
Apague isso do quadro.
Vou apagar isso amanhã.
Por favor, apague isso da lista.
Não consigo desfazer o nó.
Quero desfazer a mala.
Quero desfazer o negócio.
Isso quer dizer que acabou.
O que você quer dizer?
Não sei o que isso quer dizer.
Digo que não e pronto.
Eu te digo a verdade.
Você sabe que eu te amo.
Ela sabe nadar.
Não não, foi culpa minha.
Ele está muito muito cansado.
Sim sim, já sei.
Pouco a pouco ele consegue.
Cada vez mais gente trabalha em casa.
Ele disse “hã, talvez” e saiu.
Hã?
Ah, agora entendi.
Ele diz hum em cada frase.
Os hum dele me cansam.
Maio é meu mês favorito.
Em março chove muito.
Às três e meia tomamos chá.
Às quatro e meia já era noite.
O quarto de hóspedes fica em cima.
É um quarto escuro.
Um quarto de hora depois ele chegou.
É o segundo melhor.
Espere um segundo.
Não há dois sem três.
Quatro olhos veem mais que dois.
Por mais que eu tente, não consigo.
Ele vale por dois.
É mais um da família.
Ela ganhou às duras penas.
Só uma de nós pode ir.
A uma hora dessas ninguém atende.
Às vezes chove o dia todo.
Muitas vezes ele se atrasa.
São três vezes mais caras.
Ele trabalha vinte e quatro horas por dia.
O vestido é um número maior.
Um mais um nem sempre dá certo.
De um em um, eles saíram.
Ele contou até três e pulou.
uns e outros vieram
falta uma vírgula
uma vez por ano ele volta
é meu ponto de vista
a nova linha está aberta
era uma vez no oeste
Eles são unha e carne.
Discutiram uma hora por causa de uma vírgula.
Ela não viu o ponto de interrogação.
Leia a linha seguinte.
Vou apagar o que escrevi.
Duas cabeças pensam melhor que uma.
Falamos disso três ou quatro vezes.
Ela era a segunda da fila.
Todos falavam ao mesmo tempo.
O que essa palavra quer dizer?
Quer dizer que você não vem?
Ele tem um ponto de loucura.
Não há ponto de comparação.
Pela primeira vez em anos ela riu.
Há mil razões para recusar.
Conheci um cara estranho.
Só há um.
Um pouco mais de leite, por favor.
Ele mora no número um da rua.
Peguei o ônibus no ponto final.
Às nove na casa da Ana.
As aspas estão invertidas.
A gente se viu uma ou duas vezes.
São cinco da tarde e nada.
Meia dúzia de ovos, por favor.
Sete vidas tem um gato.
Cem vezes eu te disse.
Chegou em segundo lugar.
No total somos dois.
Sabe, eu gosto de você.
O ponto é que chegámos tarde.
Um dia vou contar tudo.
Cada um sabe de si.
Uma amiga minha mora no Porto.
Apaga isso do quadro, por favor.
A nova linha de metro abre em breve.
Ele entrou em coma na semana passada.
Esqueceste uma vírgula aqui.
Quero dizer uma coisa importante.
Tem dois filhos e uma filha.
Fica no segundo andar, à direita.
É preciso fazer um ponto de situação.
O primeiro da lista sou eu.
Um ponto de interrogação ficou no ar.
Ponto por ponto, ele explicou tudo.
Vimo-nos à uma na praça.
Não, não, não quero ir.
Comeu duas vezes e deitou-se.
Há um ponto no mapa.
Tipo assim, ninguém sabe.
É uma entre muitas.
Os dois pontos estão no lugar errado.
Abre parênteses só quando for preciso.
`;

/** Each is a command or a number: what is said, and what is written. ⏎ stands for a line break. */
export const meant = `
Oi Ana, vírgula, tudo bem? => Oi Ana, tudo bem?
Comprei maçãs, vírgula, peras e nozes. => Comprei maçãs, peras e nozes.
Querida Ana, vírgula, nova linha. Obrigado pela carta. => Querida Ana,⏎Obrigado pela carta.
Você vem hoje, ponto de interrogação. => Você vem hoje?
Você vem hoje ponto de interrogação => Você vem hoje?
Que dia, ponto de exclamação. => Que dia!
Estamos prontos. Ponto. Vamos. => Estamos prontos. Vamos.
É tarde, ponto. => É tarde.
Preciso disto, dois pontos, leite e pão. => Preciso disto: leite e pão.
Ela estava cansada, ponto e vírgula, foi embora. => Ela estava cansada; foi embora.
Meu irmão, travessão, o alto, travessão, está aqui. => Meu irmão – o alto – está aqui.
Ele disse, abre aspas, estou aqui, fecha aspas. => Ele disse “estou aqui”.
Ele disse abre aspas estou aqui fecha aspas e saiu. => Ele disse “estou aqui” e saiu.
O preço, abre parênteses, líquido, fecha parênteses, é baixo. => O preço (líquido) é baixo.
Oi, nova linha. Tudo bem? => Oi⏎Tudo bem?
Oi. Nova linha. Tudo bem? => Oi.⏎Tudo bem?
É isso. Novo parágrafo. Vamos seguir. => É isso.⏎⏎Vamos seguir.
Um abraço, nova linha, Pedro. => Um abraço⏎Pedro.
Um abraço. Nova linha. => Um abraço.⏎
Tarefas. Novo marcador. Comprar leite. Novo marcador. Ligar para Ana. => Tarefas.⏎- Comprar leite.⏎- Ligar para Ana.
É, tudo em maiúsculas, importante, para nós. => É IMPORTANTE, para nós.
Mande para Pedro. Apaga isso. Mande para Paulo. => Mande para Paulo.
Mande para Pedro, apaga isso, mande para Paulo. => Mande para Paulo.
A gente se vê na segunda. Apaga isso. A gente se vê na terça. => A gente se vê na terça.
Gosto de chá. Gosto de café. Apaga isso. Gosto de leite. => Gosto de chá. Gosto de leite.
Custa vinte e três reais e cinquenta centavos. => Custa R$ 23,50.
Custa cinco reais. => Custa R$ 5.
Arrecadaram dois vírgula cinco milhões de reais. => Arrecadaram R$ 2,5 milhões.
Cresceu doze vírgula cinco por cento. => Cresceu 12,5%.
Cerca de três por cento ficaram. => Cerca de 3% ficaram.
A gente se vê no dia três de maio. => A gente se vê no dia 3 de maio.
Ela nasceu em vinte e um de março de mil novecentos e oitenta e quatro. => Ela nasceu em 21 de março de 1984.
O trem sai às quinze e trinta. => O trem sai às 15h30.
O trem sai às três e quinze. => O trem sai às 3h15.
Meu código é nove zero dois um zero. => Meu código é 90210.
Seis vezes dez igual a sessenta. => 6 vezes 10 igual a 60.
Instale a versão dois ponto um ponto três. => Instale a versão 2.1.3.
Temos vinte e três cadeiras. => Temos 23 cadeiras.
Havia cento e vinte pessoas. => Havia 120 pessoas.
A cidade tem doze mil e quinhentos habitantes. => A cidade tem 12.500 habitantes.
Aconteceu em dois mil e cinco. => Aconteceu em 2005.
A casa é de mil oitocentos e sessenta e sete. => A casa é de 1867.
Três milhões de pessoas moram aqui. => 3 milhões de pessoas moram aqui.
Pi é cerca de três vírgula catorze. => Pi é cerca de 3,14.
Abra a página cinco. => Abra a página 5.
A estrada tem oito quilômetros. => A estrada tem 8 quilômetros.
Está menos cinco graus lá fora. => Está menos 5 graus lá fora.
Ponha cinco a dez gramas de sal. => Ponha 5 a 10 gramas de sal.
Ele tem trinta e cinco anos. => Ele tem 35 anos.
Hã, acho que vamos. => Acho que vamos.
Eu, hã, acho que vamos. => Eu acho que vamos.
A gente devia hum esperar. => A gente devia esperar.
Eu acho eu acho que sim. => Eu acho que sim.
Fui para o o mercado. => Fui para o mercado.
É tarde, quer dizer, a gente devia ir. => É tarde, a gente devia ir.
querida ana nova linha obrigado => querida ana⏎obrigado
oi ana vírgula você vem hoje interrogação => oi ana, você vem hoje?
A reunião é no dia quatro de julho. => A reunião é no dia 4 de julho.
Pesa noventa e nove quilos. => Pesa 99 quilos.
O voo dura dezenove horas. => O voo dura 19 horas.
Ele me deve quarenta reais. => Ele me deve R$ 40.
O capítulo onze é o melhor. => O capítulo 11 é o melhor.
Traga pão, vírgula, manteiga e mel. => Traga pão, manteiga e mel.
São quatrocentos e cinquenta reais. => São R$ 450.
Meu voo é no dia dois de junho às seis e quarenta e cinco. => Meu voo é no dia 2 de junho às 6h45.
Ela fez trinta e sete anos em dois mil e vinte e um. => Ela fez 37 anos em 2021.
O arquivo tem setecentos megabytes. => O arquivo tem 700 megabytes.
Querida equipe, novo parágrafo, tenho boas notícias. => Querida equipe⏎⏎tenho boas notícias.
Chego na segunda. Apaga isso. Chego na terça. => Chego na terça.
Hã, deixa eu pensar. => Deixa eu pensar.
Está em em cima da mesa. => Está em cima da mesa.
A inflação caiu para dois vírgula um por cento. => A inflação caiu para 2,1%.
Venderam um milhão de cópias. => Venderam 1 milhão de cópias.
Andamos sessenta e cinco quilômetros. => Andamos 65 quilômetros.
Obrigado, ponto de exclamação. => Obrigado!
Nota, dois pontos, a porta está fechada. => Nota: a porta está fechada.
Custa trinta e dois euros. => Custa € 32.
Vens amanhã, ponto de interrogação. => Vens amanhã?
Caro João, vírgula, nova linha, escrevo de Lisboa. => Caro João,⏎escrevo de Lisboa.
Há quarenta e sete cadeiras na sala. => Há 47 cadeiras na sala.
Hum, acho que, hum, temos tempo. => Acho que temos tempo.
Subiu quinze por cento. => Subiu 15%.
Vamos a Roma. Apaga isso. Vamos a Paris. => Vamos a Paris.
A reunião é no dia doze de junho. => A reunião é no dia 12 de junho.
Pesa três vírgula dois quilos. => Pesa 3,2 quilos.
`;
