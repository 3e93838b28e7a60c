/** What a group says of itself (GROUP-20, GROUP-21). */
export const groupLimits = {
  aboutMax: 300,
  rulesMax: 2_000,
} as const;
