import type { NumberGrammar, SpokenLanguage } from './grammar.ts';
import { NumberReader, type ReadNumber } from './read-number.ts';
import { areTogether, isLarge, Phrases, startsSentence, type Token, tokenOf } from './tokens.ts';

/** What is written in the place of some tokens. */
interface Written {
  readonly text: string;
  readonly end: number;
}

/** What follows a number may belong to it: so many words, or letters in a script without spaces. */
const NEAR = 4;
const NEAR_LETTERS = 8;
/** Rows of digits and versions have at most so many parts. */
const MAX_PARTS = 40;
/** Fewer digits in a row may be anything. */
const MIN_DIGITS = 3;
/** The same with commas between them, as an engine writes them that hears pauses. */
const MIN_APART = 7;
/** A telephone number with its area code. */
const MIN_PHONE = 9;

/** Writes the numbers of one language as people write them. */
export class NumberWriter {
  readonly #grammar: NumberGrammar;
  readonly #reader: NumberReader;
  readonly #isSpaced: boolean;
  readonly #namesAreLarge: boolean;
  readonly #idioms: Phrases<true>;
  readonly #percent: Phrases<true>;
  readonly #currencies: Phrases<string>;
  readonly #measures: Phrases<true>;
  readonly #halves: Phrases<true>;
  readonly #minor: ReadonlySet<string>;
  readonly #money: ReadonlySet<string>;
  readonly #moneyOrWeight: ReadonlySet<string>;
  readonly #labels: ReadonlySet<string>;
  readonly #operators: ReadonlySet<string>;
  readonly #ranges: ReadonlySet<string>;
  readonly #months: ReadonlySet<string>;
  readonly #at: ReadonlySet<string>;
  readonly #articles: ReadonlySet<string>;
  readonly #kept: Phrases<true>;
  readonly #shares: ReadonlySet<string>;

  constructor({ numbers, isUnspaced = false, nounsAreLarge = false }: SpokenLanguage) {
    const split = isUnspaced ? (phrase: string) => [...phrase] : undefined;
    const phrases = (list: readonly string[]) =>
      new Phrases(
        list.map((phrase) => [phrase, true] as const),
        split,
      );
    this.#grammar = numbers;
    this.#reader = new NumberReader(numbers);
    this.#isSpaced = !isUnspaced;
    this.#namesAreLarge = !nounsAreLarge;
    this.#idioms = phrases(numbers.idioms.flatMap((idiom) => [idiom, this.#hyphened(idiom)]));
    this.#percent = phrases(numbers.percent);
    this.#measures = phrases(numbers.measures);
    this.#halves = phrases(numbers.times.halves);
    this.#currencies = new Phrases(Object.entries(numbers.currencies), split);
    this.#minor = new Set(numbers.minor);
    this.#money = new Set(numbers.weights?.money);
    this.#moneyOrWeight = new Set([...this.#money, ...(numbers.weights?.verbs ?? [])]);
    this.#labels = new Set(numbers.labels);
    this.#operators = new Set(numbers.operators);
    this.#ranges = new Set(numbers.ranges);
    this.#months = new Set(numbers.months);
    this.#at = new Set(numbers.times.at);
    this.#articles = new Set(numbers.articles);
    this.#kept = phrases(numbers.keptBefore ?? []);
    this.#shares = new Set(numbers.shares);
  }

  /** A phrase as it is written with hyphens inside its numbers: "thirty-six". */
  #hyphened(idiom: string): string {
    const isPart = (word: string) => this.#reader.isPart(tokenOf(word));
    return idiom.split(' ').reduce((phrase, word) => {
      const last = phrase.split(/[ -]/).at(-1) ?? '';
      return phrase + (isPart(last) && isPart(word) ? '-' : ' ') + word;
    });
  }

  /** The tokens with their numbers in digits. */
  write(tokens: readonly Token[]): readonly Token[] {
    const written: Token[] = [];
    let last: { readonly end: number } | undefined;
    for (let at = 0; at < tokens.length; ) {
      const idiom = this.#idiomAt(tokens, at);
      const first = tokens[at];
      if (!first) break;
      if (idiom) {
        written.push(...tokens.slice(at, at + idiom.length));
        at += idiom.length;
        continue;
      }
      const isCalculated = last?.end === at - 1 && this.#operators.has(tokens[at - 1]?.key ?? '');
      const found = this.#numberAt(tokens, at, isCalculated);
      if (!found) {
        written.push(first);
        at++;
        continue;
      }
      const { space, before } = first;
      written.push(tokenOf(found.text, { space, before, after: tokens[found.end - 1]?.after ?? '' }));
      at = found.end;
      last = { end: at };
    }
    return written;
  }

  /** What is said with numbers and is none; counting makes a number of it again: 第一回, 一回目. */
  #idiomAt(tokens: readonly Token[], at: number): { readonly length: number } | undefined {
    const idiom = this.#idioms.at(tokens, at);
    if (!idiom) return undefined;
    const end = at + idiom.length;
    const { rank } = this.#grammar;
    if (rank && (tokens[at - 1]?.key === rank.before || tokens[end]?.key === rank.after)) return undefined;
    // "de quatro" in "de quatro mil"
    const isPart = tokens
      .slice(at, end)
      .some((_, index) => (this.#reader.at(tokens, at + index)?.end ?? 0) > end);
    return isPart ? undefined : idiom;
  }

  /** The first token that may belong to a number at the end of the tokens, or their number if none does. */
  openFrom(tokens: readonly Token[]): number {
    const mayBelong = (token: Token) => this.#reader.isPart(token) || this.#mayBelong(token);
    const near = Math.max(0, tokens.length - (this.#isSpaced ? NEAR : NEAR_LETTERS));
    let at = tokens.findIndex((token, index) => index >= near && mayBelong(token));
    if (at === -1) return tokens.length;
    for (let token = tokens[at - 1]; token && mayBelong(token); token = tokens[at - 1]) at--;
    return at;
  }

  #mayBelong({ key }: Token): boolean {
    return (
      Object.hasOwn(this.#grammar.points, key) ||
      Object.hasOwn(this.#grammar.digits, key) ||
      Object.hasOwn(this.#grammar.repeats, key) ||
      Object.hasOwn(this.#grammar.currencies, key) ||
      [this.#minor, this.#labels, this.#operators, this.#ranges, this.#months, this.#at].some((set) =>
        set.has(key),
      ) ||
      [this.#grammar.times.hours, this.#grammar.minorJoins].some((list) => list.includes(key)) ||
      [...this.#grammar.percent, ...this.#grammar.times.halves].some((phrase) =>
        phrase.split(' ').includes(key),
      )
    );
  }

  #numberAt(tokens: readonly Token[], at: number, isCalculated = false): Written | undefined {
    const digits = this.#grammar.needsMeasure ? this.#kanjiDigitsAt(tokens, at) : this.#digitsAt(tokens, at);
    if (digits) return digits;
    // "三四人", "七三分け"
    const isApart = !this.#grammar.needsMeasure || this.#reader.digit(tokens[at - 1]) === undefined;
    const read = isApart ? this.#reader.at(tokens, at) : undefined;
    if (!read || this.#isName(tokens, at, read.end)) return undefined;
    if (read.isOrdinal) return this.#ordinal(tokens, at, read);
    return (
      this.#decimal(tokens, at, read) ??
      this.#date(tokens, at, read) ??
      this.#time(tokens, at, read) ??
      this.#yearPair(tokens, at, read) ??
      this.#phonePairs(tokens, at, read) ??
      this.#quantity(tokens, at, read) ??
      this.#plain(tokens, at, read, isCalculated)
    );
  }

  /** Capitals inside a sentence make a name of a number: "the Seven Sisters", "Twenty One Pilots". */
  #isName(tokens: readonly Token[], at: number, end: number): boolean {
    const next = tokens[end];
    const isTitle =
      areTogether(tokens[end - 1], next) && isLarge(next?.word ?? '') && !/^I(?:'|$)/u.test(next?.word ?? '');
    if (this.#namesAreLarge && isTitle && startsSentence(tokens, at)) return true;
    for (let index = at; index < end; index++) {
      const token = tokens[index];
      const isFirst = index === at && startsSentence(tokens, at);
      if (token && isLarge(token.word) && !isFirst && !(token.key in this.#grammar.scales)) return true;
    }
    return false;
  }

  /** "〇三の一二三四の五六七八", "二〇二三年" */
  #kanjiDigitsAt(tokens: readonly Token[], at: number): Written | undefined {
    let [text, end, last] = ['', at, at];
    for (; last < tokens.length && last - at < MAX_PARTS; last++) {
      const digit = this.#reader.digit(tokens[last]);
      if (digit === undefined && tokens[last]?.key !== 'の') break;
      if (last > at && !areTogether(tokens[last - 1], tokens[last])) break;
      text += digit ?? '-';
      if (digit !== undefined) end = last + 1;
    }
    const parts = text.replace(/-$/, '').split('-');
    const digits = parts.join('');
    const isPhone = parts[0]?.startsWith('0') && digits.length >= MIN_PHONE && !parts.includes('');
    if (isPhone) return { text: parts.join('-'), end };
    const [first = ''] = parts;
    const isYear = /^[12]\d{3}$/.test(first) && tokens[at + 4]?.key === '年';
    return isYear ? { text: first, end: at + 4 } : undefined;
  }

  /** Digits that are said one by one. */
  #digitsAt(tokens: readonly Token[], at: number): Written | undefined {
    let [text, end, areApart, steps] = ['', at, true, 0];
    const first = tokens[at]?.key ?? '';
    while (end < tokens.length && end - at < MAX_PARTS) {
      const token = tokens[end];
      const isNext = areTogether(tokens[end - 1], token);
      if (!token || (end > at && !isNext && !isComma(tokens[end - 1]))) break;
      const times = ownOf(this.#grammar.repeats, token.key) ?? 1;
      const digitToken = times > 1 ? tokens[end + 1] : token;
      if (times > 1 && !areTogether(token, digitToken)) break;
      const extra = ownOf(this.#grammar.digits, digitToken?.key ?? '');
      const digit = this.#reader.digit(digitToken) ?? extra;
      if (
        digit === undefined ||
        (digitToken && isLarge(digitToken.word) && text !== '' && this.#namesAreLarge)
      )
        break;
      if (end > at && isNext) areApart = false;
      if (text !== '' && digit === Number(text.at(-1)) + 1) steps++;
      text += String(digit).repeat(times);
      end += times > 1 ? 2 : 1;
    }
    const isCounting = steps === text.length - 1;
    // "oh" alone is a sigh, and "meia" half of something.
    const isDoubtful = this.#reader.digit(tokens[at]) === undefined && !(first in this.#grammar.repeats);
    const isLongEnough =
      text.length >= (isDoubtful || (areApart && text.length > 1) ? MIN_APART : MIN_DIGITS);
    if (!isLongEnough || isCounting) return undefined;
    const isLast = ownOf(this.#grammar.digits, tokens[end - 1]?.key ?? '') !== undefined;
    // "one two three hundred" is no row of digits.
    return isLast || this.#reader.at(tokens, end - 1)?.end === end ? { text, end } : undefined;
  }

  /** "three point one four", "two point one point three". */
  #decimal(tokens: readonly Token[], at: number, whole: ReadNumber): Written | undefined {
    const parts = [String(whole.value)];
    const marks: string[] = [];
    let { end } = whole;
    while (parts.length < MAX_PARTS) {
      const mark = ownOf(this.#grammar.points, tokens[end]?.key ?? '');
      if (mark === undefined || !areTogether(tokens[end - 1], tokens[end])) break;
      if (!areTogether(tokens[end], tokens[end + 1])) break;
      const part = this.#fraction(tokens, end + 1);
      if (!part) break;
      marks.push(mark);
      parts.push(part.text);
      end = part.end;
    }
    const [mark] = marks;
    if (mark === undefined) return undefined;
    const isVersion = marks.length > 1 || this.#labels.has(tokens[at - 1]?.key ?? '');
    if (marks.some((other) => other !== mark) || (isVersion && marks.length > 1 && mark !== '.'))
      return undefined;
    if (!isVersion && mark !== this.#grammar.decimal) return undefined;
    const text = parts.join(mark);
    // "At one point five people left."
    const isSaying = this.#at.has(tokens[at - 1]?.key ?? '') && whole.value === 1;
    const measured = isVersion ? undefined : this.#measured(tokens, text, { at, end }, true);
    // "二・二六事件"
    const isJoined = this.#grammar.needsMeasure && tokens[whole.end]?.key === '・';
    if ((isSaying || isJoined) && !measured) return undefined;
    return measured ?? { text, end };
  }

  #fraction(
    tokens: readonly Token[],
    at: number,
  ): { readonly text: string; readonly end: number } | undefined {
    let [text, end] = ['', at];
    while (
      end < tokens.length &&
      end - at < MAX_PARTS &&
      (end === at || areTogether(tokens[end - 1], tokens[end]))
    ) {
      const key = tokens[end]?.key ?? '';
      const digit = this.#reader.digit(tokens[end]) ?? ownOf(this.#grammar.digits, key);
      if (digit === undefined) break;
      text += String(digit);
      end++;
    }
    if (text !== '') return { text, end };
    const read = this.#reader.at(tokens, at);
    if (!read || read.isOrdinal || read.value >= 1_000 || read.isVague) return undefined;
    return { text: String(read.value), end: read.end };
  }

  #ordinal(tokens: readonly Token[], at: number, { value, end }: ReadNumber): Written | undefined {
    const { dates, doubtfulOrdinals, ordinalsNeedNext } = this.#grammar;
    const month = this.#monthAfter(tokens, end);
    const isAfterMonth =
      dates.monthFirst === true &&
      this.#months.has(tokens[at - 1]?.key ?? '') &&
      isLarge(tokens[at - 1]?.word ?? '');
    const isDay =
      value >= 1 && value <= 31 && (dates.ordinal || value === 1) && (month !== undefined || isAfterMonth);
    const last = tokens[end - 1];
    const isDoubtful = doubtfulOrdinals.includes(last?.key.split('-').at(-1) ?? '');
    if (isDoubtful && !isDay && !last?.key.includes('-') && tokens[at - 1]?.key !== doubtfulOrdinals[0])
      return undefined;
    if (!isDay && value <= 10) return undefined;
    if (ordinalsNeedNext && (!areTogether(last, tokens[end]) || !isLarge(tokens[end]?.word ?? '')))
      return undefined;
    const isCentury = areTogether(last, tokens[end]) && this.#isCentury(tokens[end]);
    return {
      text: (isCentury ? roman(value) : String(value)) + this.#ordinalMark(value, last?.key ?? ''),
      end,
    };
  }

  /** Centuries are numbered in Roman numerals where the language does so. */
  #isCentury(token: Token | undefined): boolean {
    return this.#grammar.romanBeside?.includes(token?.key ?? '') ?? false;
  }

  #ordinalMark(value: number, word: string): string {
    const [, mark = ''] =
      this.#grammar.ordinalMarks.find(([ending]) => ending.test(`${word} ${value}`)) ?? [];
    return mark;
  }

  /** The token of the month that follows a day. */
  #monthAfter(tokens: readonly Token[], end: number): number | undefined {
    const { of } = this.#grammar.dates;
    const at = of !== '' && tokens[end]?.key === of ? end + 1 : end;
    if (of !== '' && at === end) return undefined;
    const month = tokens[at];
    if (!month || !this.#months.has(month.key) || !areTogether(tokens[at - 1], month)) return undefined;
    return areTogether(tokens[end - 1], tokens[end]) ? at : undefined;
  }

  #date(tokens: readonly Token[], at: number, { value, end }: ReadNumber): Written | undefined {
    const { dates } = this.#grammar;
    if (dates.ordinal || value < 1 || value > 31 || this.#isArticle(tokens, at, end)) return undefined;
    return this.#monthAfter(tokens, end) === undefined ? undefined : { text: String(value), end };
  }

  /** "three thirty pm", "fünfzehn Uhr dreißig", "a las tres y quince" */
  #time(
    tokens: readonly Token[],
    at: number,
    { value: hour, end, isVague }: ReadNumber,
  ): Written | undefined {
    const { hours, join, form, whole, minutes: minuteWords = [] } = this.#grammar.times;
    if (hour > 24 || isVague || this.#grammar.needsMeasure) return undefined;
    const isAt = this.#isTimeBefore(tokens, at);
    const isNamed = areTogether(tokens[end - 1], tokens[end]) && hours.includes(tokens[end]?.key ?? '');
    const name = isNamed ? (tokens[end]?.word ?? '') : '';
    const next = isNamed ? end + 1 : end;
    const isJoined = areTogether(tokens[next - 1], tokens[next]) && tokens[next]?.key === join;
    const minutes = this.#minutes(tokens, isJoined ? next + 1 : next, isJoined || isNamed);
    const isPast = this.#grammar.times.past?.includes(tokens[at - 1]?.key ?? '') ?? false;
    const half = hour >= 1 && hour <= 12 && !isPast ? this.#halfAt(tokens, minutes?.end ?? end) : undefined;
    const hasWord =
      minutes !== undefined &&
      areTogether(tokens[minutes.end - 1], tokens[minutes.end]) &&
      minuteWords.includes(tokens[minutes.end]?.key ?? '');
    // "duas horas e vinte pessoas": a join between an hour and something else.
    const isClear = isAt || hasWord || !(isNamed && isJoined);
    if (minutes && isClear && (isNamed || half || (isAt && (hours.length === 0 || join !== undefined)))) {
      const time = form.replace('H', String(hour)).replace('M', minutes.text).replace('U', name);
      return {
        text: time + (half?.text ?? ''),
        end: half?.end ?? (hasWord ? minutes.end + 1 : minutes.end),
      };
    }
    if (isNamed && hour !== 1 && (whole === 'always' || (whole === 'at' && isAt)))
      return { text: `${hour} ${name}`, end: next };
    return half && !minutes ? { text: `${hour}${half.text}`, end: half.end } : undefined;
  }

  #isTimeBefore(tokens: readonly Token[], at: number): boolean {
    const last = tokens[at - 1]?.key ?? '';
    const two = `${tokens[at - 2]?.key ?? ''} ${last}`;
    return areTogether(tokens[at - 1], tokens[at]) && (this.#at.has(last) || this.#at.has(two));
  }

  #halfAt(tokens: readonly Token[], at: number): Written | undefined {
    const half = areTogether(tokens[at - 1], tokens[at]) ? this.#halves.at(tokens, at) : undefined;
    if (!half) return undefined;
    const words = tokens.slice(at, at + half.length).map(({ word }) => word);
    return { text: ` ${words.join(' ')}`, end: at + half.length };
  }

  /** Two digits after an hour. */
  #minutes(
    tokens: readonly Token[],
    at: number,
    mayBeSmall: boolean,
  ): { readonly text: string; readonly end: number } | undefined {
    if (!areTogether(tokens[at - 1], tokens[at])) return undefined;
    const zero = ownOf(this.#grammar.digits, tokens[at]?.key ?? '') ?? this.#reader.digit(tokens[at]);
    if (zero === 0) {
      const digit = areTogether(tokens[at], tokens[at + 1]) ? this.#reader.digit(tokens[at + 1]) : undefined;
      return digit === undefined ? undefined : { text: `0${digit}`, end: at + 2 };
    }
    const read = this.#reader.at(tokens, at);
    if (!read || read.isOrdinal || read.isVague || read.value > 59 || (read.value < 10 && !mayBeSmall))
      return undefined;
    if (read.value < 10 && this.#isArticle(tokens, at, read.end)) return undefined;
    if (this.#measured(tokens, '', { at, end: read.end }, true)) return undefined;
    return { text: String(read.value).padStart(2, '0'), end: read.end };
  }

  #yearPair(tokens: readonly Token[], at: number, { value, end }: ReadNumber): Written | undefined {
    if (!this.#grammar.hasYearPairs || value < 16 || value > 20 || !areTogether(tokens[end - 1], tokens[end]))
      return undefined;
    if (tokens[end]?.key === 'oh') {
      const digit = this.#reader.digit(tokens[end + 1]);
      return digit ? { text: `${value}0${digit}`, end: end + 2 } : undefined;
    }
    const rest = this.#reader.at(tokens, end);
    if (!rest || rest.isOrdinal || rest.isVague || rest.value < 10 || rest.value > 99) return undefined;
    if (areTogether(tokens[at - 1], tokens[at]) && this.#reader.at(tokens, at - 1)) return undefined;
    return { text: `${value}${rest.value}`, end: rest.end };
  }

  /** "zéro six douze trente-quatre cinquante-six soixante-dix-huit" */
  #phonePairs(tokens: readonly Token[], at: number, { value, end: first }: ReadNumber): Written | undefined {
    if (value !== 0) return undefined;
    const parts = ['0'];
    let end = first;
    const { phonePairs } = this.#grammar;
    // A recogniser often writes a comma between two pairs.
    const goesOn = () =>
      areTogether(tokens[end - 1], tokens[end]) || (phonePairs && tokens[end - 1]?.after === ',');
    while (parts.length < MAX_PARTS && goesOn()) {
      const next = this.#reader.at(tokens, end);
      if (!next || next.isOrdinal || next.isVague || next.value > 999) break;
      if (parts.length === 1 && next.value < 10) parts[0] += String(next.value);
      else if (parts.at(-1) === '0') parts[parts.length - 1] += String(next.value);
      else parts.push(String(next.value));
      end = next.end;
    }
    if (parts.join('').length < 6 || end === at) return undefined;
    return { text: parts.join(phonePairs ? ' ' : ''), end };
  }

  /** A number with percent, a currency or a unit. */
  #quantity(tokens: readonly Token[], at: number, read: ReadNumber): Written | undefined {
    const text = this.#amount(read, tokens[read.end - 1]);
    const isArticle = this.#isArticle(tokens, at, read.end);
    return this.#measured(tokens, text, { at, end: read.end }, !isArticle && !read.isVague, read.isVague);
  }

  #measured(
    tokens: readonly Token[],
    amount: string,
    number: { readonly at: number; readonly end: number },
    mayStandAlone: boolean,
    isVague = false,
  ): Written | undefined {
    let [text, end] = [amount, number.end];
    if (!areTogether(tokens[end - 1], tokens[end])) return undefined;
    const scale = ownOf(this.#grammar.scales, tokens[end]?.key ?? '');
    if (scale !== undefined && scale >= this.#grammar.wordScale) {
      text = this.#isSpaced ? `${text} ${tokens[end]?.word}` : `${text}${tokens[end]?.word}`;
      end++;
    }
    const isScaled = end > number.end;
    const percent = this.#percent.at(tokens, end);
    if (percent && (mayStandAlone || this.#grammar.articles.length > 0) && !isVague)
      return { text: text + this.#grammar.percentMark, end: end + percent.length };
    const ofMoney =
      isScaled && tokens[end]?.key === this.#grammar.dates.of && this.#grammar.dates.of === 'de'
        ? end + 1
        : end;
    const currency = this.#currencies.at(tokens, ofMoney);
    if (currency && !isScaled && this.#isWeight(tokens, number.at, ofMoney))
      return mayStandAlone ? { text, end } : undefined;
    // "2,5 Millionen Euro": where the symbol comes last, it does not go with a word.
    if (currency && isScaled && this.#isSpaced && !this.#grammar.money.startsWith('$')) return { text, end };
    if (currency) {
      if (this.#grammar.groupsMoney) text = text.replace(/^(\d)(\d{3})$/, `$1${this.#grammar.group}$2`);
      const whole = ofMoney + currency.length;
      const minor = isScaled ? undefined : this.#minorAfter(tokens, whole);
      if (isVague || (!mayStandAlone && !minor)) return undefined;
      const full = minor ? text + this.#grammar.decimal + minor.text : text;
      const money = this.#grammar.money.replace('#', () => full).replace('$', () => currency.value);
      return { text: money, end: minor?.end ?? whole };
    }
    if (mayStandAlone && this.#measures.at(tokens, end)) return { text, end };
    return isScaled ? { text, end } : undefined;
  }

  /** True for "ten pounds" without a price: what comes later does not count, so that live text need not wait for it. */
  #isWeight(tokens: readonly Token[], number: number, at: number): boolean {
    const { weights } = this.#grammar;
    if (!weights?.words.includes(tokens[at]?.key ?? '')) return false;
    if (areTogether(tokens[at], tokens[at + 1]) && tokens[at + 1]?.key === weights.of) return true;
    if (this.#minorAfter(tokens, at + 1)) return false;
    if (weights.price === tokens[number - 1]?.key) return false;
    let start = number;
    while (start > 0 && !startsSentence(tokens, start)) start--;
    const nearest = tokens.slice(start, number).findLast(({ key }) => this.#moneyOrWeight.has(key));
    return !nearest || !this.#money.has(nearest.key);
  }

  #minorAfter(
    tokens: readonly Token[],
    at: number,
  ): { readonly text: string; readonly end: number } | undefined {
    if (!areTogether(tokens[at - 1], tokens[at])) return undefined;
    const isJoined = this.#grammar.minorJoins.includes(tokens[at]?.key ?? '');
    const start = isJoined ? at + 1 : at;
    if (isJoined && !areTogether(tokens[at], tokens[start])) return undefined;
    const read = this.#reader.at(tokens, start);
    if (!read || read.isOrdinal || read.isVague || read.value > 99 || read.value < 1) return undefined;
    const isNamed =
      areTogether(tokens[read.end - 1], tokens[read.end]) && this.#minor.has(tokens[read.end]?.key ?? '');
    const mayBeUnnamed = !isJoined || tokens[at]?.key === this.#grammar.minorWith;
    if (!isNamed && (!mayBeUnnamed || read.value < 10)) return undefined;
    return { text: String(read.value).padStart(2, '0'), end: isNamed ? read.end + 1 : read.end };
  }

  #plain(tokens: readonly Token[], at: number, read: ReadNumber, isCalculated: boolean): Written | undefined {
    const { value, end, isVague } = read;
    if (isVague || this.#grammar.needsMeasure) return undefined;
    if (areTogether(tokens[at - 1], tokens[at]) && this.#isCentury(tokens[at - 1]) && value < 40)
      return { text: roman(value), end };
    const text = this.#amount(read, tokens[end - 1]);
    const isLabel = this.#labels.has(tokens[at - 1]?.key ?? '') && areTogether(tokens[at - 1], tokens[at]);
    if (isLabel || isCalculated) return { text, end };

    if (value >= 10) return this.#isKeptSpelled(tokens, at, read) ? undefined : { text, end };
    const between = tokens[end]?.key ?? '';
    if (!areTogether(tokens[end - 1], tokens[end]) || !areTogether(tokens[end], tokens[end + 1]))
      return undefined;
    if (this.#isArticle(tokens, at, end)) return undefined;
    if (this.#operators.has(between)) return this.#isReckoned(tokens, end + 1) ? { text, end } : undefined;
    if (!this.#ranges.has(between)) return undefined;
    const other = this.#reader.at(tokens, end + 1);
    return other && this.#quantity(tokens, end + 1, other) ? { text, end } : undefined;
  }

  /** "five times twelve", "two plus two equals four"; "two plus two is four" is a saying. */
  #isReckoned(tokens: readonly Token[], at: number): boolean {
    const other = this.#reader.at(tokens, at);
    return !!other && (other.value >= 10 || this.#operators.has(tokens[other.end]?.key ?? ''));
  }

  /** A number of 10 and more that goes with others in words. */
  #isKeptSpelled(tokens: readonly Token[], at: number, { value, end }: ReadNumber): boolean {
    if (areTogether(tokens[end - 1], tokens[end])) {
      if (this.#kept.at(tokens, end)) return true;
      // "ten past four", and "ten to four", which is no range.
      const isPast = this.#grammar.times.past?.includes(tokens[end]?.key ?? '') ?? false;
      const hour = isPast && areTogether(tokens[end], tokens[end + 1]) && this.#reader.at(tokens, end + 1);
      if (hour && hour.value < 13 && (hour.value < value || !this.#ranges.has(tokens[end]?.key ?? '')))
        return true;
    }
    const before = tokens[at - 1];
    if (!areTogether(before, tokens[at])) return false;
    // "five to twelve"
    if (this.#grammar.times.past?.includes(before?.key ?? '') && this.#smallAt(tokens, at - 2)) return true;
    // "one eighty two"
    if (this.#smallAt(tokens, at - 1)) return true;
    // "nine times out of ten"
    const isShare = this.#shares.has(before?.key ?? '');
    for (let other = at - 2; isShare && other >= Math.max(0, at - NEAR - 1); other--) {
      if (!areTogether(tokens[other], tokens[other + 1])) return false;
      if (this.#smallAt(tokens, other)) return true;
    }
    return false;
  }

  /** True at a number that stays a word. */
  #smallAt(tokens: readonly Token[], at: number): boolean {
    const read = this.#reader.at(tokens, at);
    return read?.end === at + 1 && read.value < 10 && !read.isOrdinal;
  }

  #isArticle(tokens: readonly Token[], at: number, end: number): boolean {
    return end === at + 1 && this.#articles.has(tokens[at]?.key ?? '');
  }

  #amount({ value, scale }: ReadNumber, last: Token | undefined): string {
    if (this.#grammar.needsMeasure && (value >= 1e8 || value % 1e4 === 0)) return this.#inMyriads(value);
    const size = scale && value / scale.times;
    if (scale && size && size >= this.#grammar.wordScale && last)
      return `${grouped(scale.times, this.#grammar.group)}${this.#isSpaced ? ' ' : ''}${last.word}`;
    return grouped(value, this.#grammar.group);
  }

  /** "2億5000万" */
  #inMyriads(value: number): string {
    let [text, rest] = ['', value];
    for (const [word, size] of Object.entries(this.#grammar.scales).sort(
      ([, one], [, other]) => other - one,
    )) {
      if (rest >= size) text += `${Math.floor(rest / size)}${word}`;
      rest %= size;
    }
    return rest === 0 && text !== '' ? text : text + String(rest);
  }
}

const ROMAN = [
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
] as const;

function roman(value: number): string {
  const [size, letters] = ROMAN.find(([least]) => value >= least) ?? [0, ''];
  return size === 0 ? '' : letters + roman(value - size);
}

function isComma(token: Token | undefined): boolean {
  return token !== undefined && /^[,、]$/u.test(token.after);
}

/** Years and other numbers of four digits stay together. */
function grouped(value: number, mark: string): string {
  const digits = String(value);
  return digits.length < 5 ? digits : digits.replace(/\B(?=(?:\d{3})+$)/g, mark);
}

function ownOf<Value>(values: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}
