declare module 'texts:load' {
  /** The texts of a part in a language, whole with English. Rejects if the file cannot be loaded. */
  export function loadTexts(
    language: string,
    part: 'entry' | 'first' | 'pages' | 'console',
  ): Promise<Readonly<Record<string, string>>>;
}

declare module 'texts:languages' {
  /** Each language of this build by its code, with its own name. */
  export const LANGUAGES: Readonly<Record<string, string>>;
}

declare module 'texts:server' {
  /** Texts of the server, by language and key. */
  export const TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Keys of `answers.json`. */
  export const REASON_NAMES: readonly string[];
}

declare module 'texts:demo' {
  /** Texts of the demo, by language and key. */
  export const TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
