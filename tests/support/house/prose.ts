/** Phrases that plain technical English does without, each with what to write instead. */
const PHRASES: readonly (readonly [pattern: RegExp, better: string])[] = [
  [/\b(?:whoever|whomever|somebody|everybody|nobody)\b/i, 'name the actor: user, member, client, server'],
  [/\bwhatever\b(?! else)/i, 'say which things'],
  [/\b(?:is|are|was|were|be|been) told\b|\btells? (?:of|nobody|it|them)\b/i, 'sends, reports, shows'],
  [/\bstands?\b|\bstood\b|\blies\b|\blay\b(?!out)|\blie\b/i, 'is, is stored in, appears'],
  [/\banew\b|\bamid\b|\bno more\b(?! than)|\blikewise\b|\bmeanwhile\b/i, 'again, during, no longer, also'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [/\bof before\b|\bof then\b|\bas before\b|\bthe one before\b/i, 'previous, earlier, unchanged'],
  [/\bby (?:itself|themselves)\b|\bof (?:one's|their|its|his) own\b|\bone's\b/i, 'automatically; own; your'],
  [/\b(?:that|which|who) (?:is|are) there\b/i, 'existing, present'],
  [/\bgoes? on\b|\bwent on\b/i, 'continues'],
  [/\blets? go of\b/i, 'releases, drops'],
  [/(?<!\bthere )\b(?:is|are) (?:no|none)\b(?! (?:longer|more|need))/i, 'is not a …; does not exist'],
  [/\bunheard\b|\bunsaid\b|\bowed\b|\bdeeds?\b/i, 'the usual term'],
  [/\bfor good\b|\bin vain\b|\bat hand\b/i, 'permanently; without effect; available'],
];
/** A sentence that opens with one of these usually hides its subject. */
const OPENINGS =
  /^(?:Whoever|Whatever|Whether|What|Whom?|Whose|Of|Beside|Nothing|Not|Told|Gone|Left|Tried|Asked)\b/;
const OTHER_OPENINGS = /^(?:Seen|Found|Kept|Said)\b/;
const opensOddly = (sentence: string): boolean =>
  !sentence.includes('?') && (OPENINGS.test(sentence) || OTHER_OPENINGS.test(sentence));

const WORDS_MAX = 30;

/** Sentences of a page, without its tables, headings, code and pictures. */
export function sentencesOf(markdown: string): readonly string[] {
  const plain = markdown
    .replace(/```[\s\S]*?```/g, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .split('\n')
    .filter((line) => !/^\||^#|^ {4}|^!/.test(line))
    .join('\n');
  return plain.split(/\n\s*\n|\n(?=\s*(?:- |\d+\. ))/).flatMap((part) =>
    part
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/^(?:- |\d+\. )/, '')
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/`[^`]*`/g, 'X')
      .replace(/\*+/g, '')
      .split(/(?<=[.!?])\s+(?=[A-Z“"X])/)
      .filter((sentence) => sentence.split(' ').length >= 3),
  );
}

/** Suggestions for a sentence; empty if it has no such phrase. */
export const betterWords = (sentence: string): readonly string[] => [
  ...PHRASES.filter(([pattern]) => pattern.test(sentence)).map(([, better]) => better),
  ...(opensOddly(sentence) ? ['open with the subject'] : []),
];

export const isLong = (sentence: string): boolean => sentence.split(' ').length > WORDS_MAX;

/** Per cent of the sentences of some pages that have such a phrase, and that are long. */
export function shares(pages: readonly string[]): { readonly marked: number; readonly long: number } {
  const sentences = pages.flatMap(sentencesOf);
  const share = (part: number): number => (100 * part) / Math.max(1, sentences.length);
  return {
    marked: share(sentences.filter((sentence) => betterWords(sentence).length > 0).length),
    long: share(sentences.filter(isLong).length),
  };
}

const TITLE = /\b(?:it|test|describe)(?:\.each\([\s\S]*?\))?\(\s*(['"`])((?:\\.|(?!\1).)+)\1/g;

/** Titles of the tests and groups of a file, without their rule numbers. */
export const titlesOf = (source: string): readonly string[] =>
  [...source.matchAll(TITLE)].map(([, , title = '']) => title.replace(/^[A-Z0-9 ,:-]+: /, ''));

/** A comment that opens with one of these is usually a phrase without its subject. */
const RIDDLES =
  /^(?:What|Whether|Whom?|Whose|Whoever|Of|So|Those|Not|Where|When|Until|Nobody|Somebody|Nothing)\b/;
const OTHER_RIDDLES = /^(?:Another|As|By|In|For|From|With|Without)\b/;

/** True if a comment hides its subject, or has a phrase with a plainer word. */
export const isOddComment = (comment: string): boolean =>
  RIDDLES.test(comment) || OTHER_RIDDLES.test(comment) || betterWords(comment).length > 0;

const makeJoin = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Comments of a source, each as one line: blocks and runs of line comments, of three words or more. */
export function commentsOf(source: string): readonly string[] {
  const blocks = [...source.matchAll(/\/\*\*?([\s\S]*?)\*\//g)].map(([, text = '']) =>
    makeJoin(text.replace(/^\s*\* ?/gm, ' ')),
  );
  const runs = [...source.matchAll(/^[ \t]*\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*/gm)].map(([run]) =>
    makeJoin(run.replace(/^[ \t]*\/\/ ?/gm, ' ')),
  );
  return [...blocks, ...runs].filter((text) => text.split(' ').length >= 3 && !text.startsWith('@'));
}
