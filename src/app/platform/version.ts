/** Version of package.json, inserted by the build. */
declare const VERSION_OF_THIS_BUILD: string;

/** The release that users see (UPD-14); `app.version` is what the version check sends and compares. */
export const releaseVersion = VERSION_OF_THIS_BUILD;
