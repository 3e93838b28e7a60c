// `npm run rules`: rule → file → test, from the reports of the last whole run of the tests.
//   --html       writes .cache/rules.html, a table of rule, tests and code that can be searched
//   --next EDIT  the next free number of an area
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { root, stop } from './run-command.mjs';
import { rulesPage } from './rules-page.mjs';
import { ruleFaults, rulesOn, testsIn } from './rules-report.mjs';
import { readReports } from './test-reports.mjs';

const rules = rulesOn(rulesPage);
const [option, area = ''] = process.argv.slice(2);
if (option === '--next') {
  console.log(nextOf(area));
  process.exit(0);
}
const reports = readReports();
if (reports.length === 0) stop('No report of a run yet: type npm test first.');
const tests = reports.flatMap((report) => testsIn(report, root));

/** @param {string} area */
function nextOf(area) {
  const numbers = [...rules.keys()]
    .filter((rule) => rule.startsWith(`${area}-`))
    .map((rule) => Number(rule.split('-').at(-1)));
  return `${area}-${Math.max(0, ...numbers) + 1}`;
}

/** @param {string} rule */
const proofsOf = (rule) => tests.filter((test) => test.ran && test.rules.includes(rule));

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** @returns {ReadonlyMap<string, ReadonlySet<string>>} rule → source files that name it */
function rulesInCode() {
  const folders = ['src', 'machines', 'simulator'];
  const output = execFileSync('git', ['grep', '-oE', '[A-Z]+(-[A-Z]+)?-[0-9]+', '--', ...folders], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const files = new Map();
  for (const line of output.split('\n')) {
    const [file = '', rule = ''] = line.split(':');
    if (!rules.has(rule)) continue;
    files.set(rule, (files.get(rule) ?? new Set()).add(file));
  }
  return files;
}

function htmlTable() {
  const code = rulesInCode();
  const rows = [...rules].map(([rule, sentence]) => {
    const proofs = proofsOf(rule).map(({ file, title }) => `${escaped(title)}<br><small>${file}</small>`);
    const files = [...(code.get(rule) ?? [])];
    const cells = [rule, escaped(sentence), proofs.join('<br>'), files.join('<br>')];
    return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  });
  return `<!doctype html>
<meta charset="utf-8">
<title>Rules</title>
<style>
  body { font: 14px/1.4 sans-serif; margin: 16px }
  input { font: inherit; padding: 6px; width: 24em }
  table { border-collapse: collapse; margin-top: 12px }
  td, th { border-bottom: 1px solid #ccc; padding: 6px; text-align: left; vertical-align: top }
  small { color: #666 }
</style>
<label>Search <input autofocus></label>
<table><thead><tr><th>Rule<th>Behaviour<th>Tests<th>Code</thead><tbody>
${rows.join('\n')}
</tbody></table>
<script>
  document.querySelector('input').oninput = ({ target }) => {
    const words = target.value.toLowerCase().split(/\\s+/);
    for (const row of document.querySelectorAll('tbody tr'))
      row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
  };
</script>
`;
}

if (process.argv.includes('--html')) {
  mkdirSync(`${root}.cache`, { recursive: true });
  writeFileSync(`${root}.cache/rules.html`, htmlTable());
  console.log(`${rules.size} rules in .cache/rules.html`);
} else {
  for (const [rule, sentence] of rules) {
    console.log(`${rule}  ${sentence}`);
    const proofs = proofsOf(rule);
    for (const file of new Set(proofs.map((test) => test.file))) {
      console.log(`    ${file}`);
      for (const test of proofs.filter((test) => test.file === file)) console.log(`        ${test.title}`);
    }
  }
}

const faults = ruleFaults(rules, tests, { whole: true });
for (const fault of faults) console.error(fault);
console.log(`${rules.size} rules, ${faults.length} faults`);
if (faults.length > 0) process.exit(1);
