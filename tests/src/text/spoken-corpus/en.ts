/** Each word is meant literally: the sentence stays as it is. */
export const literal = `
I told my sister that the second one looked better than the first.
There was a period in my life when I drank coffee every hour.
The colon is part of the digestive system, and the doctor checked it twice.
He dashed out of the house and missed the bus by a minute.
Could you put a dash of milk in mine?
We need a new line of products before the end of the year.
Open the bracket and close it gently, it is old wood.
I mean what I say, and I say what I mean.
That question mark over his future worries the whole team.
It was one of those days when nothing worked.
She was number one for three weeks in a row.
One can never be too careful with strangers.
They came two by two, like in the old story.
At first I thought you were joking, but then I saw your face.
Seconds later the lights went out and everybody screamed.
Give me a second, I'm almost there.
May I ask you something? In March we marched for peace.
The point is that no one listened to us.
Undo the top button, it is far too warm in here.
Delete that from your memory, please, it never happened.
He said to scratch that itch before it got worse.
You know, I like the way you think.
It's like a dream come true, like in the movies.
Well, actually, I had no idea she could sing.
The quote of the day comes from Oscar Wilde.
I'd quote him a fair price, then close the deal.
We met at six or seven places before we found the right one.
A hundred thanks for the flowers, they are gorgeous.
A thousand times no, I will not sign it.
The seventies were a strange time for fashion.
My grandmother is in her nineties and still drives.
One day you will understand, one way or another.
We're all in, so let's double down.
The third man is my favorite film, and Seven comes close.
I was at a dinner for eight in a tiny flat.
The bullet point was that we had no money left.
He took a bullet for his friend.
She is a full stop kind of person, she ends every talk.
Half the time I don't know what he wants.
A quarter of an hour later we were soaked.
Three quarters of the class had the flu.
The two of us went home, the other four stayed.
Dot is my aunt's nickname, she hates it.
Hash browns and two eggs, please.
Slash the budget or lose the client, he said.
The new paragraph you wrote is lovely.
All caps on the bottles were blue.
Please capitalize on this chance.
He is second to none at chess.
We had zero chance against them.
No one is perfect, not even you two.
To be or not to be, that is the question.
The eleventh hour is when he gets going.
I've got fifty-fifty odds, they say.
One more thing: the keys are under the mat.
It takes two to tango, as they say.
I was over the moon, and she too.
Five-star hotels bore me to death.
He said: "Wait. Scratch that. Go on." Then he left.
Faster than a speeding bullet.
I know, I know.
He said, "He said no."
One of them called this morning.
No one at the office knew about it.
They helped one another through the winter.
We went through the letters one by one.
At one point we nearly went home.
I have two brothers and a sister.
She ate three apples and went to bed.
The shop is open twenty four seven.
The odds were fifty fifty at best.
He took forty winks after lunch.
It is a real catch twenty two.
A nine to five job was never for me.
The Seven Sisters are a group of stars.
Twenty One Pilots played in Vienna last night.
We watched Twelve Angry Men on Sunday.
The Hundred Years War lasted longer than that.
A hundred people could tell you the same.
Thousands of birds flew over the lake.
Thanks a million for your help.
I told you a thousand times already.
He came first and she came second.
The second half was much better.
Wait a second, I am not ready.
On second thought, let us stay home.
The third man was never found.
It was the eleventh hour before they agreed.
She is one in a million.
We need one or two volunteers for Friday.
Give me two or three days to think.
The two of us went alone.
He is on cloud nine since the wedding.
Dressed to the nines, she walked in.
He walked on all fours like a bear.
They stopped at the Seven Eleven.
The house burned down and everyone got out.
She won by a nose, and he lost to no one.
That one is mine, the other one is yours.
One does not simply walk in.
One day you will understand.
It was a one time offer.
The point is that no one asked us.
There is no point in waiting.
At this point, I would rather leave.
He made a good point about the budget.
The turning point came in spring.
What is the point of all this?
The company is a five star hotel chain.
Both sides scored in the first half.
Six of one, half a dozen of the other.
He has nine lives like a cat.
The comma in the title is a mistake.
You forgot a comma after the greeting.
She put the comma in the wrong place.
An Oxford comma would make this clearer.
The patient was in a coma, then he woke up.
Use a comma, not a semicolon, before the name.
Every comma costs money in a telegram.
The comma splice is a common error.
A comma butterfly sat on the window.
Without the comma, the sentence is cruel.
The train came to a full stop.
After a full stop, begin with a capital.
There should be a full stop at the end.
The bus came to a full stop outside our house.
The Victorian period was full of inventions.
We studied the Roman period at school.
It was a long period of silence.
The trial period ends tomorrow.
She lost her wallet during that period.
There is a grace period of a few days.
A period drama is on tonight.
The cooling off period was over.
There is a big question mark over the whole plan.
The sentence needs a question mark.
Put a question mark behind his name.
His future is one big question mark.
An exclamation mark looks rude here.
I never use the exclamation mark.
She ends every message with an exclamation point.
Colon cancer is treatable if found early.
The doctor looked at his colon, then at the liver.
The colon is part of the large intestine.
Use a colon before a list.
A semicolon joins two sentences.
No one understands the semicolon.
Add a dash of salt and stir.
We made a dash for the door.
There was a dash of red on the wall.
The hundred meter dash is my favorite race.
He did not want to open brackets in a text message.
The open brackets in this file are wrong.
Please close the quote before Friday.
I got a quote from the plumber.
Can you send me a quote for the repair?
He wrote the quote on the back of a card.
The new line of shoes is out.
They opened a new line between the two cities.
This is the new line for customers.
We stood in a new line.
Start a new line after the address.
Please add a new line here.
The parser expects a newline character at the end.
Their new paragraph about taxes is confusing.
I wrote a new paragraph for the report.
Every new paragraph needs a topic.
The speech had one bullet point about schools.
He dodged a bullet there.
The bullet went through the wall.
We took the bullet train to Kyoto.
Bite the bullet and call her.
Her list has a bullet point for each task.
Do not write in all caps.
The sign was in all caps and hard to read.
His emails are all caps, all the time.
I want to scratch that itch.
The cat will scratch that chair to pieces.
Please do not scratch that surface.
You can delete that file now.
Did you delete that message by accident?
I would never delete that photo.
You cannot undo that kind of damage.
She wanted to undo that button.
We could undo that with a click.
They will strike that clause from the contract.
Workers strike that plant every year.
I mean it, I am leaving.
You know what I mean.
That is what I mean by fair.
I mean that in the best way.
Do you know him from school?
You know that I love you.
I know, you know, we all know.
He had had enough by then.
I think that that is wrong.
It was very very cold.
What it is is a mystery.
No no, that was my fault.
Bye bye, see you soon.
The answer was: "Um, I forgot."
She said "uh, maybe" and hung up.
He wrote the word um in the margin.
There were too many ums in his talk.
He says uh in every sentence.
Do not say um on the stage.
The ER was full last night.
Uh-oh, the milk is gone.
Uh-huh, that is what he said.
The song repeats "the the the" in the chorus.
To err is human.
More and more people work at home.
It went on and on and on.
He ran again and again.
New York, New York is a wonderful town.
The first of many letters arrived.
May I come in for a moment?
They march in March and dance in May.
He was second to none.
Two thirds of them agreed.
A quarter to five is too early for me.
At half past four we had tea.
Ten Downing Street is a famous address.
Fantastic Four was a terrible movie.
My cousin is in Blink for the money.
The Big Ten is a college league.
Formula One starts on Sunday.
Air Force One landed at noon.
Channel Four shows the game.
She has a one track mind.
That makes two of us.
it takes two to tango
one of us has to go
she used a comma there
he was in the army for a long period
there is a question mark on the door
we saw a new line of cars
in one way or another they made it
they looked at each other for a second
The committee argued about one comma for an hour.
My son learned what a semicolon does today.
If you see a typo, delete that line and tell me.
He drew a question mark on the blackboard.
Somebody should scratch that sticker off the window.
Two heads are better than one.
We had three or four meetings about it.
I was the second person in line.
They played in the first division back then.
Everybody was talking at once.
You mean the one by the river?
I mean well, but I say it badly.
The new line manager starts on Monday.
He ordered a double espresso and a triple cheeseburger.
The ice age was a period of cold.
She lives on Fifth Avenue near the park.
Her dash to the airport was in vain.
No point arguing with him.
The quote on the wall is by Orwell.
We closed the brackets around the shelf.
I asked for the bill, and he said er, what bill?
It is either one or the other.
There is only one way to find out.
For the first time in years, she laughed.
The undo button is greyed out.
Press undo and try again.
He plays on a nine man team.
The Fantastic Four and the Seven Dwarfs met.
So that that happened.
Can you undo the last change?
She used a long dash of lemon in the sauce, and no one noticed.
The colon cleanse that she bought online was a scam.
During the colonial period, the town grew quickly.
He missed his period of rest because of the meeting.
Please undo the top button, it looks too tight.
You can delete that file whenever you like.
I told him to scratch that old record off the list.
The new line of shoes sells better than the old one.
We stood in the next line for almost an hour.
One day she will thank you for it.
It was one of those evenings that never end.
He looked at me like I was the one to blame.
The second time around, it went much better.
That bullet went straight through the wall.
I mean what I say, and I always have.
She said "um" so often that I began to count.
Do you know what I had for lunch?
The question mark over his future remains.
There is a full stop at the end of the road, where the tram turns.
She had two brothers and a sister.
Give me a second, I am almost ready.
The Oxford comma divides us, he said.
It had had a good effect on the whole team.
We went there, there was no one.
They came in second, and we came in third.
We run a fifty fifty partnership.
The Seven Sisters cliffs are worth the walk even in the rain.
She read Catch-22 twice before the exam period began.
He was second in command on the ship for most of the war.
Let me have a second to think about what you just said.
At first I thought the colon cancer screening was optional.
The surgeon removed part of the colon and the patient went home on Tuesday.
There comes a point when you have to stop asking.
What's the point of a comma if no one reads that far?
The Oxford comma has started more fights than any other mark.
It was a period of great change for the whole village.
Her period started late and the doctor was not worried.
You can't undo what has been done, so let's move on.
I tried to undo the knot with my teeth.
The cat will scratch that sofa if you leave it there.
He has to start from scratch, that much is clear.
Don't scratch that itch, you'll make it worse.
One of the witnesses changed his statement.
No one knew the answer, and one by one they left.
Give me one good reason.
They lived through the Roaring Twenties and the Depression.
My grandmother is in her eighties and still drives.
We're back to square one, I'm afraid.
He scored a hat trick, and that put them on cloud nine.
Nine times out of ten it works.
I'd bet a hundred to one that he forgets.
Thanks a million for picking up the kids.
The Three Musketeers was on last night.
Blink one eighty two were playing on the radio.
It's a catch twenty two situation, if you ask me.
A stitch in time saves nine.
Two's company, three's a crowd.
She dressed to the nines for the gala.
First come, first served.
On second thought, let's stay in.
For the first time in years he slept well.
The Second World War ended before he was born.
Henry the Eighth had six wives.
The Fifth Amendment protects you from that.
We took the A one to Edinburgh and it was closed.
The dash between the words should be longer, the editor said.
He made a dash for the door.
Add a dash of salt and a pinch of pepper.
The new line of products launches in spring.
They drew a new line in the sand.
Please start a new paragraph whenever the speaker changes.
There's a bullet in the wall.
The bullet point that annoyed her was the third one.
He bit the bullet and called his mother.
Do not write your emails in all caps.
The captain asked whether all caps had been returned.
She said, um, is a word that her pupils overuse.
I mean what I say and I say what I mean.
You know the way to the station, don't you?
He is like a brother to me.
It was very, very cold that winter.
Had had is a strange pair of words.
He said that that was not his concern.
The quote unquote expert never showed up.
The tax bracket changed, so she opened bracket questions with her adviser.
A quarter of the class was out sick.
They met in the French Quarter.
He turned the hyphen key into a shortcut.
The full stop at the end of the tram line is called Harbour Street.
The train came to a full stop outside the tunnel.
There was a question mark over his fitness.
The exclamation mark on the sign looked aggressive.
Open quote requests are listed in the sales system.
The semicolon tattoo means that her story goes on.
Delete that file before anyone sees it.
Could you delete that for me, please?
Put the ellipsis where the speaker trails off.
The slash in the painting cannot be repaired.
Prices were slashed, and sales went up.
He hit a four in the last over and the crowd went wild.
It takes two to tango.
I'll be there in two shakes of a lamb's tail.
She won by a nose, ten to one against.
It is ten to one that she will refuse.
Let's call it even Steven, one all.
I could murder a Five Guys burger.
We stayed at the Four Seasons for our anniversary.
The Big Five personality traits are widely used in psychology.
The defendant, hereinafter referred to as party of the first part, agreed.
Count me in as number one fan.
The court sat for a short period on Friday.
Grace period aside, the invoice is overdue.
Counsel raised a point of order before lunch.
You make a good point, Margaret.
From a legal point of view, the clause is void.
The colon and the rectum were both inspected.
Colon polyps are common after a certain age.
Whisk the eggs for a second, then fold in the flour.
Bring it to the boil and take it off after a second or two.
The second violin came in a bar too early.
Seconds later the whole stadium was on its feet.
One swallow does not make a summer.
One thing led to another.
The one on the left is mine.
Which one did you choose?
She ate one too many biscuits.
He is one heck of a cook.
They were at it hammer and tongs for one whole hour.
A quarter turn to the left will open it.
The quarter final was a goalless affair.
Sales fell in the third quarter.
Undo the top button, it's warm in here.
The undo button saved my essay.
Press undo and the layer comes back.
Scratch cards are a tax on hope.
Don't scratch that record, it belonged to my dad.
I scratched that car by accident.
My dog has an um, er, unusual name.
Um is the German word for around.
Er, the river, flows through Hesse.
He stands at point guard for the Lakers.
Match point to the Spaniard.
The needle point was blunt.
Dot the i and cross the t.
Dot is my great-aunt's name.
We're on dot com terms, he joked.
A comma butterfly sat on the nettle.
The function takes a comma separated list.
Remove the trailing comma in line with the style guide.
The parser chokes on a missing semicolon.
An open bracket without a partner breaks the build.
New line characters differ between systems.
Every new line costs the phone company money.
Next line, please, said the director.
The bullet train was on time to the minute.
A bullet journal keeps me sane.
All caps must be worn inside the pool.
The dash cam filmed it all.
Mrs. Dash is a seasoning.
They dash out every morning at dawn.
The hundredth visitor got a free coat.
Hundreds turned up, thousands watched at home.
It took me forever and a day.
Dozens of fans waited for the two of them.
High five, everyone.
Take five, we start again soon.
He pleaded the fifth.
Their fourth album was a flop.
The third man never spoke.
Third time lucky.
A second opinion never hurts.
She came fifth in the long jump.
The Fab Four never came back.
The Magnificent Seven is on tonight.
Ocean's Eleven had a better plot.
Forty winks after lunch does him good.
Murder on the Thirty-First Floor is a Swedish crime novel.
The Thirty Years' War emptied whole regions.
Do it on the double.
It's a game of two halves.
He has two left feet.
It was six of the best for the boy who lied.
He told me, twice, that he was sorry.
No, no, that is not what I said.
She thought long, long and hard.
The sentence ends with a full stop, not a comma.
What does the exclamation mark mean on this sign?
Open quotes are curly in this font.
Quote me on that.
I mean, who does that?
You know what I like about you?
That is the question, Mark.
Please sign here, all caps.
Close bracket.
Undo.
Comma.
Full stop.
He arrived at ten past four.
Nine out of ten dentists agree.
Seven out of ten people voted.
The game ended three to two.
Add three quarters of a cup of sugar.
Could you check which one of the two printers is broken?
I have a question about the second paragraph of your email.
The point I was trying to make is that no one asked for this.
My son had his first day at school yesterday.
We need to talk about the period after the merger.
There was a dash of irony in his voice.
Let's undo the last change and see what happens.
I had to scratch the whole plan.
It took a second for the page to load.
One day we will laugh about it.
They said the line was busy.
Please delete that message from the group.
He was born in the late sixties.
The title is in all caps and the body is not.
She came first and he came second.
No one does it quite like you do.
The bracket came loose from the wall.
I ordered a quarter pounder with cheese.
The colon in the title looks odd.
Five or six people said they might come.
She put a question mark next to my name.
A couple of hundred people lined the street.
`;

/** Each is a command or a number: what is said, and what is written. ⏎ stands for a line break. */
export const meant = `
We need forty-five thousand, three hundred and twenty boxes. => We need 45,320 boxes.
Meet me at half past six pm, open quote, sharp, close quote. => Meet me at half past six pm “sharp”.
It weighs two point five kilograms and costs one thousand two hundred and fifty euros. => It weighs 2.5 kilograms and costs €1,250.
The sign says, all caps on, danger, all caps off, in red. => The sign says DANGER in red.
Bring an iPad, comma, iPhone and Mac. => Bring an iPad, iPhone and Mac.
Hello, comma, how are you? => Hello, how are you?
I bought apples, comma, pears and nuts. => I bought apples, pears and nuts.
Dear Anna, comma, new line. Thank you for the letter. => Dear Anna,⏎Thank you for the letter.
Are you coming, question mark. => Are you coming?
Are you coming tonight question mark => Are you coming tonight?
Is that true question Mark I do not know exclamation mark? => Is that true? I do not know!
What a day, exclamation mark. => What a day!
What a day, exclamation point. We won. => What a day! We won.
We are done, full stop. => We are done.
We are done full stop Let us go home. => We are done. Let us go home.
It is late. Period. Good night. => It is late. Good night.
I need three things, colon, milk, eggs and bread. => I need three things: milk, eggs and bread.
She was tired, semicolon, she went to bed. => She was tired; she went to bed.
My brother, dash, the tall one, dash, is here. => My brother – the tall one – is here.
He said, open quote, I am here, close quote. => He said “I am here”.
He said open quote I am here close quote and left. => He said “I am here” and left.
The price, open bracket, net, close bracket, is low. => The price (net) is low.
The price open parenthesis net close parenthesis is low. => The price (net) is low.
Hello, New Line. How are you? => Hello⏎How are you?
Hello. New line. How are you? => Hello.⏎How are you?
First point. New paragraph. Second point. => First point.⏎⏎Second point.
Best regards, new line, Peter. => Best regards⏎Peter.
Best regards. New line. => Best regards.⏎
To do. Bullet point. Buy milk. Bullet point. Call Anna. => To do.⏎- Buy milk.⏎- Call Anna.
Agenda. Next bullet. Budget. => Agenda.⏎- Budget.
This is, all caps, important, for us. => This is IMPORTANT, for us.
Send it to Peter. Scratch that. Send it to Paul. => Send it to Paul.
Send it to Peter, scratch that, send it to Paul. => Send it to Paul.
We meet on Monday. Delete that. We meet on Tuesday. => We meet on Tuesday.
I like tea. I like coffee. Strike that. I like milk. => I like tea. I like milk.
I want apples, pears, scratch that, plums. => I want apples, plums.
We leave at noon. Undo that. => ∅
Send it to Peter Scratch that send it to Paul. => Send it to Paul.
The price is twenty three dollars and fifty cents. => The price is $23.50.
It costs five euros. => It costs €5.
They raised two point five million dollars. => They raised $2.5 million.
It grew by twelve point five percent. => It grew by 12.5%.
It grew by twelve point five per cent in nineteen ninety nine. => It grew by 12.5% in 1999.
About three percent of them stayed. => About 3% of them stayed.
We meet on the third of May. => We meet on the 3rd of May.
She was born on May twenty-first, nineteen eighty four. => She was born on May 21st, 1984.
The twenty first century is young. => The 21st century is young.
The train leaves at three thirty pm. => The train leaves at 3:30 pm.
Call me at seven pm. => Call me at 7 pm.
We start at nine fifteen. => We start at 9:15.
Call me at five five five one two three four. => Call me at 5551234.
Call me at five, five, five, one, two, three, four. => Call me at 5551234.
My code is nine oh two one oh. => My code is 90210.
Six times ten equals sixty. => 6 times 10 equals 60.
Install version two point one point three. => Install version 2.1.3.
We have twenty three chairs. => We have 23 chairs.
There were one hundred and twenty people. => There were 120 people.
The town has twelve thousand five hundred people. => The town has 12,500 people.
It happened in two thousand five. => It happened in 2005.
It was built in eighteen sixty seven. => It was built in 1867.
Three million people live here. => 3 million people live here.
Pi is about three point one four. => Pi is about 3.14.
Open page five, please. => Open page 5, please.
The road is eight kilometers long. => The road is 8 kilometers long.
It is minus five degrees outside. => It is minus 5 degrees outside.
Add five to ten grams of salt. => Add 5 to 10 grams of salt.
The disk holds two terabytes. => The disk holds 2 terabytes.
Um, I think we should go. => I think we should go.
I, um, think we should go. => I think we should go.
We should, uh, wait for him. => We should wait for him.
We should we should go home. => We should go home.
I went to the the store. => I went to the store.
I, I think he is right. => I think he is right.
It is late, I mean, we should leave. => It is late, we should leave.
I think uh we need more time. => I think we need more time.
He was, you know, a little tired. => He was a little tired.
hello comma how are you question mark => hello, how are you?
dear anna new line thank you => dear anna⏎thank you
the meeting is on the fourth of july => the meeting is on the 4th of july
um we need twenty five chairs => we need 25 chairs
Call double five one two three. => Call 55123.
It weighs ninety nine kilos. => It weighs 99 kilos.
The flight takes nineteen hours. => The flight takes 19 hours.
Nineteen hundred was a good year. => 1900 was a good year.
Chapter eleven is the best. => Chapter 11 is the best.
He owes me forty bucks. => He owes me $40.
Please bring bread, comma, butter and jam. => Please bring bread, butter and jam.
Can we meet tomorrow, question mark. Let me know. => Can we meet tomorrow? Let me know.
The total is four hundred and fifty dollars. => The total is $450.
My flight is on June second at six forty five am. => My flight is on June 2nd at 6:45 am.
She turned thirty seven in twenty twenty one. => She turned 37 in 2021.
The file is seven hundred megabytes. => The file is 700 megabytes.
Dear team, new paragraph, I have good news. => Dear team⏎⏎I have good news.
I will be there at six. Scratch that. I will be there at seven. => I will be there at seven.
Uh, let me think about it. => Let me think about it.
He is the the best player. => He is the best player.
Inflation fell to two point one percent. => Inflation fell to 2.1%.
They sold one million copies. => They sold 1 million copies.
We drove sixty five miles. => We drove 65 miles.
He said, open quote, no way, close quote, and left. => He said “no way” and left.
Around two thousand people came. => Around 2000 people came.
Thanks, exclamation point. => Thanks!
Note, colon, the door is locked. => Note: the door is locked.
We need ten pounds of flour. => We need 10 pounds of flour.
She lost five pounds in a month. => She lost 5 pounds in a month.
The ticket costs fifteen pounds. => The ticket costs £15.
We got it for twenty pounds. => We got it for £20.
He paid for the gym, and it cost him fifty pounds a month. => He paid for the gym, and it cost him £50 a month.
I've been running for a year and lost twenty pounds. => I've been running for a year and lost 20 pounds.
Bill weighs two hundred pounds. => Bill weighs 200 pounds.
She was two hundred pounds and lost fifty pounds. => She was 200 pounds and lost 50 pounds.
For his size, two hundred pounds is light. => For his size, 200 pounds is light.
He paid for the gym and lifted ninety pounds. => He paid for the gym and lifted 90 pounds.
The fine salmon was thirty pounds. => The fine salmon was 30 pounds.
Please tell her, comma, if you can, comma, to call me. => Please tell her, if you can, to call me.
What time is it? Question mark. => What time is it?
We leave at seven fifteen pm. => We leave at 7:15 pm.
There are forty two chairs in the hall. => There are 42 chairs in the hall.
I, uh, wanted to ask about the, um, invoice. => I wanted to ask about the invoice.
Room three, New line. Room five. => Room 3⏎Room 5.
It weighs three point two kilograms. => It weighs 3.2 kilograms.
I was, um, so tired. => I was so tired.
He gave, uh, so much. => He gave so much.
Everyone, um, but Peter came. => Everyone but Peter came.
He left, uh, because it rained. => He left because it rained.
We stayed, um, although it rained. => We stayed, although it rained.
The rent is one thousand two hundred dollars a month. => The rent is $1,200 a month.
Bake it for thirty five minutes at two hundred degrees. => Bake it for 35 minutes at 200 degrees.
She was born on the twelfth of March nineteen eighty four. => She was born on the 12th of March 1984.
My number is five five five zero one nine nine. => My number is 5550199.
About sixty percent of voters stayed home. => About 60% of voters stayed home.
He ran it in two point four seconds. => He ran it in 2.4 seconds.
Dear Mr. Jones, comma, new line, thank you for your letter. => Dear Mr. Jones,⏎thank you for your letter.
Where are you going? Question mark. => Where are you going?
I will come on Monday. Scratch that. I will come on Tuesday. => I will come on Tuesday.
So, um, we should probably leave now. => So we should probably leave now.
It was, uh, really nice of you. => It was really nice of you.
We need, colon, flour, comma, sugar, comma, and eggs. => We need: flour, sugar, and eggs.
There were one hundred and forty seven people in the hall. => There were 147 people in the hall.
In twenty twenty three we moved to Leeds. => In 2023 we moved to Leeds.
It weighs eleven kilograms. => It weighs 11 kilograms.
That was great, exclamation mark. New paragraph. See you soon. => That was great!⏎⏎See you soon.
The file is on page three hundred and twelve. => The file is on page 312.
Upgrade to version three point two. => Upgrade to version 3.2.
We leave at six forty five am. => We leave at 6:45 am.
The invoice is for four thousand eight hundred dollars. => The invoice is for $4,800.
Take five milligrams twice a day. => Take 5 milligrams twice a day.
My appointment is on the twenty second of June at ten fifteen am. => My appointment is on the 22nd of June at 10:15 am.
The flight lands at eleven twenty. => The flight lands at 11:20.
The temperature dropped by seventeen degrees overnight. => The temperature dropped by 17 degrees overnight.
We sold eighty nine tickets and gave away fourteen. => We sold 89 tickets and gave away 14.
The company was founded in nineteen ninety eight. => The company was founded in 1998.
Inflation is at three point seven percent. => Inflation is at 3.7%.
Go to room four hundred and five. => Go to room 405.
Her fifteenth birthday is next week. => Her 15th birthday is next week.
I need three things, colon, a pen, comma, paper, comma, and time. => I need three things: a pen, paper, and time.
Thanks for coming, full stop, new line, see you tomorrow. => Thanks for coming.⏎See you tomorrow.
The second draft, open parenthesis, the short one, close parenthesis, is better. => The second draft (the short one) is better.
He said, open quote, never again, close quote, and left. => He said “never again” and left.
Call the plumber. Delete that. Call the electrician. => Call the electrician.
Meet me at the office. Undo that. Meet me at the cafe. => Meet me at the cafe.
Shopping. Bullet. Apples. Bullet. Pears. => Shopping.⏎- Apples.⏎- Pears.
Please read, all caps, warning, before you start. => Please read WARNING, before you start.
I, uh, wanted to ask you something. => I wanted to ask you something.
We we should go to the beach. => We should go to the beach.
Is anybody home? Question mark. => Is anybody home?
Read this, all caps, urgent, today. => Read this URGENT, today.
All caps on, do not touch, all caps off, thanks. => DO NOT TOUCH thanks.
I like it. Undo. I love it. => I love it.
I like it, undo, I love it. => I love it.
Buy milk. Bullet. => Buy milk.⏎-
Hello, New Line. => Hello⏎
Hello, comma, question mark. => Hello?
The twenty first century began badly. => The 21st century began badly.
Two hundred and fifty thousand people signed. => 250,000 people signed.
It costs three thousand four hundred and fifty pounds. => It costs £3,450.
The budget is two point five million euros. => The budget is €2.5 million.
The train leaves at seventeen forty five. => The train leaves at 17:45.
It closes at eight o'clock. => It closes at 8 o'clock.
On July fourth we have a day off. => On July 4th we have a day off.
On the fourth of July nineteen seventy six. => On the 4th of July 1976.
Back in two thousand and eight everything changed. => Back in 2008 everything changed.
His extension is four seven one two. => His extension is 4712.
It is minus twelve degrees outside. => It is minus 12 degrees outside.
He drove at sixty five miles per hour. => He drove at 65 miles per hour.
The house was built in eighteen oh six. => The house was built in 1806.
The room is four meters by five meters. => The room is 4 meters by 5 meters.
Please send it by the thirtieth of April. => Please send it by the 30th of April.
The repair costs one hundred and twenty dollars. => The repair costs $120.
We are expecting around forty guests on Saturday. => We are expecting around 40 guests on Saturday.
Hi Tom, comma, new line, the parcel is here, full stop. => Hi Tom,⏎the parcel is here.
See you at seven. Scratch that. See you at eight. => See you at eight.
Can you hear me, question mark. => Can you hear me?
It is, uh, a bit late. => It is a bit late.
It was two degrees warmer than in twenty nineteen. => It was 2 degrees warmer than in 2019.
`;
