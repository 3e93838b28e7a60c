/**
 * Generated faults that change nothing that anybody could see, by key, each with its place and the reason.
 * They are left out of the score.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const equivalents = {
  gP3lyCOBYL:
    'src/server/cluster/questions.ts, `this.made += 1` by 2: a number of a question only has to be another one.',
  '-WXVgX_1E1': 'src/domain/media.ts, `bytes > 0` as `>=`: no bytes are "0 B" on either way.',
  FxyHQcOpnv: 'src/server/storage/repositories/friends.ts, `?? 0` as `?? 1`: a count always answers a row.',
};
