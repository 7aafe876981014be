/** Each word is meant literally: the sentence stays as it is. */
export const literal = `
O ponto é que ninguém nos ouviu.
Era uma vez um rei muito triste.
Mais uma vez você tem razão.
Um dos dois está mentindo.
Tenho mil coisas para fazer.
Às oito em ponto estarei lá.
A segunda vez foi pior do que a primeira.
Um segundo, já vou.
Apaga isso da tua memória.
Éramos quatro num carro pequeno.
Cem anos de solidão é o meu romance favorito.
Dois mais dois são quatro.
Segunda-feira eu volto ao trabalho.
Na terça e na quinta tenho aula.
Zero vontade de sair hoje.
Tipo, eu não sei o que fazer.
Três pratos de trigo para três tigres tristes.
O quarto da minha irmã é grande.
Meia hora depois chegou o trem.
Uma em cada dez pessoas é canhota.
Fomos feitos um para o outro.
Mora no quinto andar, sem elevador.
Ela tem uns quarenta e poucos anos.
Bom, não sei.
Ponto de ônibus é ali na esquina.
Ponto e vírgula é difícil de usar.
Uma dúzia de ovos, por favor.
Nós dois somos canhotos.
Me dá um minuto.
Foi o melhor de dois mundos.
Ponto final, não falo mais disso.
Faltam dois pontos na frase.
Abre parênteses só quando precisar.
Dá um ponto para ela.
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
Um deles mentiu ao juiz.
Era uma vez um rei que tinha três filhas.
Uma vez mais ele chegou atrasado.
Um dia a gente se encontra.
A vírgula está no lugar errado.
Faltou uma vírgula depois do nome.
O ponto é que ninguém sabia de nada.
O ponto de ônibus fica na esquina.
A carne está no ponto.
Ponto para você, admito.
Fim de papo e ponto final.
O ponto final da novela decepcionou.
O time conquistou um ponto fora de casa.
Os dois pontos de vista são válidos.
Perdemos por dois pontos no último set.
O médico deu dois pontos no corte.
O ponto de interrogação sobre o futuro dele continua.
O ponto de exclamação na placa chama atenção.
Ponto e vírgula quase ninguém usa.
A nova linha do metrô abre em março.
Uma nova linha de crédito foi aprovada.
O novo parágrafo não convenceu o editor.
O parágrafo único do artigo trata de multas.
O travessão indica a fala do personagem.
O hífen caiu em muitas palavras.
Abre parênteses quem quer explicar demais.
Entre aspas, ele é um especialista.
As aspas simples não são usadas aqui.
Apaga isso da lousa, por favor.
Apaga isso antes que a sua mãe veja.
Não dá para desfazer o que está feito.
Ela precisou desfazer as malas na fronteira.
Escrever tudo em maiúsculas é gritar.
O marcador amarelo secou.
É, eu acho que sim.
Né, minha filha, a vida é assim.
É muito, muito tarde.
Tipo assim de sangue é raro.
Os Três Mosqueteiros eram quatro.
Cem anos de solidão é o livro favorito dela.
Já te falei mil vezes.
Matar dois coelhos com uma cajadada só.
Mais vale um pássaro na mão do que dois voando.
Ela está no sétimo céu.
Voltamos à estaca zero.
Ficou a zero depois do divórcio.
A Segunda Guerra Mundial mudou tudo.
Na segunda a gente conversa.
Segunda e terça não trabalho.
Dom Pedro Segundo gostava de fotografia.
Dom João Sexto fugiu para o Brasil.
O Primeiro de Maio é feriado.
Minha avó tem oitenta e poucos e nada todo dia.
Um quarto dos alunos faltou.
O quarto de hóspedes está pronto.
Arruma o teu quarto antes de sair.
Espera um segundo, estou procurando as chaves.
Em primeiro lugar, obrigado a todos.
O terceiro setor cresce rápido.
Um por todos e todos por um.
Nem um nem outro quis assinar.
Cada um na sua.
Sete vidas tem o gato.
Ele pintou o sete na festa.
Meia dúzia de gatos pingados apareceu.
Chegou meia hora depois.
Comprei uma meia nova.
As Quatro Estações tocam no elevador.
Vinte e Cinco de Março é a rua das compras.
Ele fez das tripas coração, ponto a favor dele.
Um a um, os convidados saíram.
Fui eu que fiz, um milhão de vezes.
O réu foi absolvido em todos os pontos.
O ponto fraco do relatório é a data.
Falta um ponto para a classificação.
O ponto cruz exige paciência.
Dois pontos de sutura bastaram.
Ponto de partida, a praça central.
Bati o ponto às oito e fui tomar café.
O ponto de encontro mudou de lugar.
A que ponto chegamos, meu Deus.
A vírgula decimal muda conforme o país.
Essa vírgula separa o sujeito do verbo.
Uma vírgula fora do lugar anulou o contrato.
O travessão da trave tremeu com o chute.
A bola bateu no travessão e saiu.
A nova linha de ônibus passa aqui.
Nova linha de produtos chega às lojas.
O próximo item da pauta é o orçamento.
Novo item, nova discussão, reclamou o síndico.
O novo parágrafo do contrato fala de multas.
Feche o parêntese no seu código.
Abrir parênteses sem fechar é erro comum.
As aspas duplas aparecem no código.
Seu amigo, entre aspas, o denunciou.
Apaga isso da sua cabeça.
Desfazer o nó levou uma hora.
É preciso desfazer esse mal-entendido.
As maiúsculas levam acento também.
Em maiúsculas fica pior de ler.
O marcador do livro sumiu.
O zagueiro é um bom marcador.
Uma das irmãs mora em Lima.
Um de cada vez, por favor.
Uma coisa é falar, outra é fazer.
Um dia desses a gente vai a Roma.
É um dos melhores filmes.
Um segundo de descuido bastou.
Em segundo lugar, está frio.
O segundo ato foi chato.
Primeiro, lave os legumes.
O primeiro-ministro renunciou.
Segunda-feira é feriado.
Toda segunda ele falta.
A quinta série foi a mais difícil.
Ficou em terceiro na corrida.
A terceira idade viaja muito.
João Paulo Segundo visitou a cidade.
A Quinta Avenida estava fechada.
Um quarto de litro de leite basta.
As quartas de final são hoje.
Quarto com vista para o mar custa mais.
Partiu-se em mil pedaços.
Mil perdões, não tinha visto o senhor.
Cem vezes eu expliquei.
A Guerra dos Cem Anos acabou em Bordéus.
As Mil e Uma Noites é um livro enorme.
Comeu por quatro.
Um prato para seis.
Seis meses depois tudo mudou.
Meia volta, volver.
Meia-noite em Paris é um filme.
Ele usa meia preta com tênis branco.
O sete de copas estava marcado.
Os Cinco foram passear.
A Turma dos Oito se reuniu.
Você sabe, ele não vem.
Não, não, isso não é verdade.
Quer dizer alguma coisa?
Digo a verdade, excelência.
Ahn é só um som.
Mais um gol e acabou o jogo.
Menos um problema na minha vida.
Para dois, a porção é grande.
Dez, nota dez, gritou o jurado.
Assine aqui, tudo em maiúsculas.
Fecha parênteses.
Desfazer.
Abrimos às oito da manhã.
Às três e meia saímos.
Nove em cada dez dentistas concordam.
Você pode ver qual das duas impressoras está quebrada?
Tenho uma dúvida sobre o segundo parágrafo do seu e-mail.
Meu ponto é que ninguém pediu isso.
Meu filho teve ontem o primeiro dia de aula.
A página levou um segundo para carregar.
Um dia a gente vai rir disso.
Por favor, apaga isso do grupo.
Ela chegou em primeiro e ele em segundo.
O parêntese do título ficou estranho.
Cinco ou seis pessoas queriam vir.
Ela pôs um ponto de interrogação ao lado do meu nome.
Algumas centenas de pessoas esperavam lá fora.
A vírgula do título está sobrando.
O título está em maiúsculas e o resto não.
Vamos ter que desfazer a mudança.
A resposta está na próxima linha.
É a primeira e a última vez.
Concordamos em um ponto.
Uma vez só não faz mal.
Um amigo meu trabalha na segunda loja.
`;

/** Each is a command or a number: what is said, and what is written. ⏎ stands for a line break. */
export const meant = `
Nos vemos no dia vinte e três de janeiro às nove e quinze. => Nos vemos no dia 23 de janeiro às 9h15.
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
O aluguel é de mil e duzentos reais por mês. => O aluguel é de R$ 1.200 por mês.
Asse por trinta e cinco minutos a duzentos graus. => Asse por 35 minutos a 200 graus.
Ela nasceu em doze de março de mil novecentos e oitenta e quatro. => Ela nasceu em 12 de março de 1984.
A reunião é às quatorze e trinta. => A reunião é às 14h30.
A reunião é às catorze horas e trinta minutos. => A reunião é às 14h30.
Sessenta por cento ficaram em casa. => 60% ficaram em casa.
São dois vírgula quatro segundos. => São 2,4 segundos.
Querida Ana, vírgula, nova linha, obrigado pela carta. => Querida Ana,⏎obrigado pela carta.
Você vem hoje. Ponto de interrogação. => Você vem hoje?
Eu vou na segunda. Apaga isso. Eu vou na terça. => Eu vou na terça.
Precisamos de, dois pontos, farinha, vírgula, açúcar e ovos. => Precisamos de: farinha, açúcar e ovos.
Havia cento e quarenta e sete pessoas na sala. => Havia 147 pessoas na sala.
Em dois mil e vinte e três nós nos mudamos. => Em 2023 nós nos mudamos.
O pacote pesa onze quilos. => O pacote pesa 11 quilos.
Está na página trezentos e doze. => Está na página 312.
Custa vinte e nove reais e noventa centavos. => Custa R$ 29,90.
Foi ótimo, ponto de exclamação. Novo parágrafo. Até logo. => Foi ótimo!⏎⏎Até logo.
A fatura é de quatro mil e oitocentos reais. => A fatura é de R$ 4.800.
Tome cinco miligramas duas vezes por dia. => Tome 5 miligramas duas vezes por dia.
A consulta é em vinte e dois de junho às dez e quinze. => A consulta é em 22 de junho às 10h15.
A temperatura caiu dezessete graus. => A temperatura caiu 17 graus.
Vendemos oitenta e nove ingressos. => Vendemos 89 ingressos.
A empresa foi fundada em mil novecentos e noventa e oito. => A empresa foi fundada em 1998.
A inflação está em três vírgula sete por cento. => A inflação está em 3,7%.
Vá ao quarto quatrocentos e cinco. => Vá ao quarto 405.
Preciso de três coisas, dois pontos, uma caneta, vírgula, papel e tempo. => Preciso de três coisas: uma caneta, papel e tempo.
Obrigado por vir, ponto final, nova linha, até amanhã. => Obrigado por vir.⏎Até amanhã.
O rascunho, abre parênteses, o curto, fecha parênteses, é melhor. => O rascunho (o curto) é melhor.
Ele disse, abre aspas, nunca mais, fecha aspas, e foi embora. => Ele disse “nunca mais” e foi embora.
Chama o encanador. Apaga isso. Chama o eletricista. => Chama o eletricista.
A gente se vê no escritório. Desfazer. A gente se vê no bar. => A gente se vê no bar.
Compras. Novo item. Maçãs. Novo item. Peras. => Compras.⏎- Maçãs.⏎- Peras.
Eu eu acho que sim. => Eu acho que sim.
No século dezenove não havia carros. => No século XIX não havia carros.
Leia isto, tudo em maiúsculas, urgente, hoje. => Leia isto URGENTE, hoje.
Ativar maiúsculas, não toque, desativar maiúsculas, obrigado. => NÃO TOQUE obrigado.
Eu gosto. Desfazer. Eu adoro. => Eu adoro.
Comprar leite. Novo item. => Comprar leite.⏎-
Olá, nova linha. => Olá⏎
O século vinte e um começou mal. => O século XXI começou mal.
O vigésimo quinto aniversário. => O 25º aniversário.
O orçamento é de dois vírgula cinco milhões de reais. => O orçamento é de R$ 2,5 milhões.
O trem sai às dezessete e quarenta e cinco. => O trem sai às 17h45.
A reunião é às quatorze horas. => A reunião é às 14 horas.
Faz doze graus negativos. => Faz 12 graus negativos.
Em quatro de julho de mil novecentos e setenta e seis. => Em 4 de julho de 1976.
Havia duzentas e cinquenta mil pessoas. => Havia 250.000 pessoas.
Meu telefone é nove um dois três quatro cinco seis sete oito. => Meu telefone é 912345678.
A versão três ponto doze é mais rápida. => A versão 3.12 é mais rápida.
Custa três mil quatrocentos e cinquenta reais. => Custa R$ 3.450.
Custa três mil e quinhentos reais. => Custa R$ 3.500.
São oito horas e quinze minutos. => São 8h15.
Mande até trinta de abril. => Mande até 30 de abril.
O conserto custa cento e vinte reais. => O conserto custa R$ 120.
Esperamos uns quarenta convidados no sábado. => Esperamos uns 40 convidados no sábado.
Oi, Tomás, vírgula, nova linha, o pacote chegou, ponto. => Oi, Tomás,⏎o pacote chegou.
Você me ouve, ponto de interrogação. => Você me ouve?
Fazia dois graus a mais que em dois mil e dezenove. => Fazia 2 graus a mais que em 2019.
`;
