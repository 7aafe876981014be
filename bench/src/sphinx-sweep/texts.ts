/**
 * What the synthetic voices of the sweep read: everyday dictation written for it, and openings of books and speeches that are in the
 * public domain. Numbers are spelled out, so that every voice says the same words.
 */
export const texts: readonly string[] = `
Hello everyone, thank you for joining the call this morning.
Please send the signed contract to the customer before Friday afternoon.
I will be about ten minutes late because the train stopped outside the station.
Could you remind me to water the plants when we get back from the lake.
The package arrived this morning and everything was in good order.
We work as fast as we can, and I guess it will be ready on Friday.
Do not forget to have a look at the heating before you leave.
Okay, let me think about the offer and I will call you on Monday.
The committee met on Tuesday and discussed the new parking rules, the fees for visitors and the repairs of the roof.
She looked at the map for a long time and then decided to take the road along the river.
Is it possible to move the call with the suppliers to Thursday afternoon?
The doctor said that the results look fine and that I should come back in six months.
There are three things to do: first call the bank, second renew the passport, third book the flight.
For the pancakes you need two hundred grams of flour, three eggs, a pinch of salt and half a litre of milk.
In the meeting we decided to move the launch to the tenth of May.
Sarah prepares the press release and Paul checks the budget, which is still open.
My brother lit the fire and we sat around it until the stars came out.
The dog jumped straight into the water before anybody could stop him.
When we met in Lisbon the supplier said he would cut prices by five percent.
Why don't we just go with the second option, I think it's better for all of us.
The budget for the new office is too small, and nobody knows where the rest should come from.
He asked whether the deposit includes the garage, but the landlord did not know either.
Please tell John that I will be at home after seven and that he can bring the children.
The software update failed twice last night and we still do not know the reason.
If the settings file is missing we now create it with the defaults.
Remove the old login page because nobody has used it since the spring.
The second part of the report starts with a summary of what our users told us.
Good evening, I would like to book a table for two people at half past eight.
We have to change the date of the workshop because the room is being painted.
They walked through the old town, bought some bread and cheese, and had lunch by the harbour.
I had no idea that the museum was closed on Wednesdays during the winter.
The teacher explained the problem again, more slowly this time, and everybody understood it.
Next week I am travelling to the north of the country to visit my grandmother.
The neighbours are building a new fence, so there will be some noise until noon.
It rained all day, but the children did not mind and played in the garden.
Could somebody please check whether the invoice from March has already been paid?
The new machine is much quieter than the old one and it needs less power.
After the concert we found a small restaurant that was still open and served soup.
I am writing to apologise for the delay and to thank you for your patience.
The letter says that the price will go up by two pounds at the beginning of the year.
Turn left at the church, go over the bridge, and you will see the house on the right.
Our team won the game in the last minute, and the whole street was celebrating.
My phone battery is almost empty, so let us talk about the details tomorrow.
The bread should rest for an hour before you put it into a very hot oven.
He opened the window, listened to the birds for a while, and went back to his desk.
The results of the survey were better than anyone in the department had expected.
We should ask the lawyer before we sign anything that binds us for five years.
You can leave the keys with the woman in the shop downstairs.
The first draft is finished, and I would be grateful for your comments by the end of the week.
They closed the factory in the eighties, and since then the young people have moved away.
Four score and seven years ago our fathers brought forth on this continent a new nation.
It was conceived in liberty and dedicated to the proposition that all men are created equal.
Now we are engaged in a great civil war, testing whether that nation can long endure.
We are met on a great battlefield of that war.
We have come to dedicate a portion of that field as a final resting place for those who here gave their lives that that nation might live.
It is altogether fitting and proper that we should do this.
The brave men, living and dead, who struggled here have consecrated it far above our poor power to add or detract.
The world will little note nor long remember what we say here, but it can never forget what they did here.
It is for us the living, rather, to be dedicated here to the unfinished work which they who fought here have thus far so nobly advanced.
Government of the people, by the people, for the people, shall not perish from the earth.
It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness.
It was the season of light, it was the season of darkness, it was the spring of hope, it was the winter of despair.
We had everything before us, we had nothing before us, we were all going direct to heaven.
It is a truth universally acknowledged, that a single man in possession of a good fortune must be in want of a wife.
However little known the feelings or views of such a man may be on his first entering a neighbourhood, this truth is so well fixed in the minds of the surrounding families.
He is considered as the rightful property of some one or other of their daughters.
Some years ago, never mind how long precisely, having little or no money in my purse, I thought I would sail about a little and see the watery part of the world.
It is a way I have of driving off the spleen and regulating the circulation.
Whenever it is a damp, drizzly November in my soul, I account it high time to get to sea as soon as I can.
There is nothing surprising in this.
If they but knew it, almost all men in their degree, some time or other, cherish very nearly the same feelings towards the ocean with me.
Alice was beginning to get very tired of sitting by her sister on the bank, and of having nothing to do.
Once or twice she had peeped into the book her sister was reading, but it had no pictures or conversations in it.
The hot day made her feel very sleepy and stupid.
She wondered whether the pleasure of making a daisy chain would be worth the trouble of getting up and picking the daisies.
Suddenly a white rabbit with pink eyes ran close by her.
There was nothing so very remarkable in that, nor did Alice think it so very much out of the way to hear the rabbit say to itself that it would be late.
When in the course of human events it becomes necessary for one people to dissolve the political bands which have connected them with another.
We hold these truths to be self evident, that all men are created equal.
Among these are life, liberty and the pursuit of happiness.
Whenever any form of government becomes destructive of these ends, it is the right of the people to alter or to abolish it.
No one would have believed in the last years of the nineteenth century that this world was being watched keenly and closely by intelligences greater than man's.
As men busied themselves about their various concerns they were scrutinised and studied.
With infinite complacency men went to and fro over this globe about their little affairs.
To Sherlock Holmes she is always the woman.
I have seldom heard him mention her under any other name.
In his eyes she eclipses and predominates the whole of her sex.
He never spoke of the softer passions, save with a gibe and a sneer.
All children, except one, grow up.
They soon know that they will grow up, and the way she knew was this.
One day when she was two years old she was playing in a garden, and she plucked another flower and ran with it to her mother.
Call the plumber tomorrow and ask him whether he can come before the holidays.
The quarterly numbers are in, and sales are up by nine percent compared with last year.
I think we can close this ticket, the customer confirmed that everything works again.
Her flight lands at a quarter to six, so somebody should be at the airport by half past five.
Please add milk, butter, two loaves of bread and some apples to the shopping list.
The meeting room on the second floor is free between eleven and one.
What time are we meeting tomorrow, and should I bring the contract?
We need three more chairs, a longer cable and a projector that actually works.
Thank you very much for the flowers, they are beautiful.
I talked to the manager yesterday and she agreed to give us another week.
The road was blocked by a fallen tree, and we had to drive back through the village.
Can you read the last paragraph to me again, I think there is a mistake in it.
The patient is a fifty year old man with chest pain that started two days ago.
He takes no regular medicine and has never been in hospital before.
There is a small crack in the wall of the bathroom that was not there in the summer.
The new employees start on the first of September and will need laptops and desks.
Write a note that the oil must be changed before the long trip in August.
The choir sings in the town hall every second Sunday, and anyone can join.
Our son has learned to swim, and now he does not want to leave the pool.
The lecture covered the history of printing from the first wooden blocks to modern machines.
I like the blue one better, but the green one would match the curtains.
In the end nobody was hurt, and the police only took down our names.
`
  .trim()
  .split('\n');
