/**
 * Generated faults that change nothing that anybody could see, by key, each with its place and the reason. They are left
 * out of the score.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const equivalents = {
  '-6mBXcj_dn':
    'src/server/bus/questions.ts, `this.made += 1` by 2: a number of a question only has to be another one.',
  'caIBe6b-CR': 'src/server/store/friends.ts, `?? 0` as `?? 1`: a count always answers a row.',
};
