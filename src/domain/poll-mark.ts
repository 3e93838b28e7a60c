/** Whether a message is a poll, going by its `extends`; what it asks is read by `pollOf`. */
export const isPoll = (extra: Readonly<Record<string, unknown>> | null | undefined): boolean =>
  extra?.['poll'] !== undefined;
