/** Version of package.json, inserted by the build. */
declare const VERSION_OF_THIS_BUILD: string;

/** Short hash of the commit; empty where it was built without git. */
declare const COMMIT_OF_THIS_BUILD: string;

export const versionLine = (): string =>
  COMMIT_OF_THIS_BUILD === '' ? version : `${version} (commit ${COMMIT_OF_THIS_BUILD})`;

export const version = VERSION_OF_THIS_BUILD;

/** Prints the version and exits, for `--version` (START-13). */
export const isVersionQuestion = (words: readonly string[]): boolean => words[2] === '--version';
