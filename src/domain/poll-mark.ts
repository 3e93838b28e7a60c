/** Checks whether a message is a poll, by its `extends`; `pollOf` reads its content. */
export const isPoll = (extra: Readonly<Record<string, unknown>> | null | undefined): boolean =>
  extra?.['poll'] !== undefined;
