// `node src/tools/common-passwords.mjs < list.txt`: writes the packed list of refused passwords (ACC-17) from
// a list of passwords, the commonest first, one in a line. The one that is kept was made from the frequency
// list of zxcvbn 4.4.2 (MIT). Only digests are kept: the words themselves are not fit to be read.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { root } from './run-command.mjs';

const WORDS_MAX = 3_000;
/** Common where people write Chinese, and rare in lists from elsewhere. */
const BESIDE =
  `5201314 1314520 woaini woaini520 woaini1314 woaini521 woaiwojia woshishui wodemima nihao123 caonima aini1314 a123456 a1234567
a12345678 a123456789 a1234567890 aa123456 aaa123456 aa123123 aa112233 abc123456 abcd123456 abcd1234 asd123456 asd123 asdf1234 as123456
qq123456 qq123123 qwe123456 qwe123 qwer1234 q123456 q1w2e3r4 q1w2e3r4t5 qaz123456 qazwsx123 zxc123456 zxc123 z123456 w123456 wang123456
123456a 123456aa 123456abc 123456q 123456qq 1234567a 12345678a 123456789a 123123a 112233a 110120 110119 119110 168168 518518 520520 521521
520131 5211314 7758521 7758258 147258369 147258 159357 123698745 100200 admin123 admin888 admin123456 password123 passw0rd p@ssw0rd
root123 test123 test1234 test123456 welcome1 welcome123 iloveyou1 1q2w3e4r 1q2w3e4r5t 1qaz2wsx3edc 1qazxsw2`.split(
    /\s+/,
  );

const fits = (/** @type {string} */ word) => [...word].length >= 6 && [...word].length <= 16;
const listed = readFileSync(0, 'utf8')
  .split(/\r?\n/)
  .map((word) => word.toLowerCase())
  .filter(fits);
const words = new Set([...new Set(listed)].slice(0, WORDS_MAX).concat(BESIDE.filter(fits)));
if (words.size < WORDS_MAX) throw new Error(`only ${words.size} passwords of 6 to 16 characters`);
const prints = [
  ...new Set([...words].map((word) => createHash('sha256').update(word).digest().readUInt32BE(0))),
].toSorted((a, b) => a - b);
const bytes = Buffer.alloc(prints.length * 4);
for (const [at, print] of prints.entries()) bytes.writeUInt32BE(print, at * 4);
const lines = bytes.toString('base64').match(/.{1,100}/g) ?? [];
writeFileSync(
  `${root}/src/server/features/auth/common-passwords.ts`,
  `/** Made by src/tools/common-passwords.mjs: the first 32 bits of the SHA-256 of each, in order. */\nexport const COMMON_PASSWORDS = \`\n${lines.join('\n')}\`;\n`,
);
console.log(`${prints.length} passwords`);
