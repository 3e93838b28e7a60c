/**
 * Generated faults that change nothing that anybody could see, each with the reason. They are left out of the score.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const equivalents = {};
