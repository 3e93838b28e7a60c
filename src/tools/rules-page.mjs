// The pages of rules in docs/rules, and the index that is made from them.
import { readdirSync, readFileSync } from 'node:fs';
import { root } from './run-command.mjs';
import { rulesOn } from './rules-report.mjs';

const folder = `${root}docs/rules/`;
export const RULES_INDEX = `${folder}README.md`;

const pages = readdirSync(folder)
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .toSorted()
  .map((name) => ({ name, text: readFileSync(folder + name, 'utf8') }));

/** The text of all pages, one after the other. */
export const rulesPage = pages.map(({ text }) => text).join('\n');

/** The text of docs/rules/README.md; `npm run docs` writes it. */
export function rulesIndex() {
  const rows = pages.map(({ name, text }) => {
    const title = /^# (.+)$/m.exec(text)?.[1] ?? name;
    const areas = [...text.matchAll(/^## ([A-Z-]+):? ?/gm)].map(([, area]) => area);
    return `| [${title}](${name}) | ${areas.join(', ')} | ${rulesOn(text).size} |`;
  });
  return `# Rules

Every observable behaviour has a numbered rule. The title of a test starts with the numbers of the
rules that it proves (\`BLOCK-11: …\`), which may have several lines (\`BLOCK-11a\`, \`BLOCK-11b\`).
When a test and a rule disagree, one of them is wrong. After \`npm test\`, \`npm run rules\` prints each
rule with its tests and fails for one without, with \`-- --html\` as a table that you can search.

| Page | Areas | Rules |
|---|---|--:|
${rows.join('\n')}
`;
}
