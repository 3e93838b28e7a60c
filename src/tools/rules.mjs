// `npm run rules`: rule → file → test, from the reports of the last whole run of the tests.
import { readFileSync } from 'node:fs';
import { root, stop } from './run-command.mjs';
import { ruleFaults, rulesOn, testsIn } from './rules-report.mjs';
import { readReports } from './test-reports.mjs';

const rules = rulesOn(readFileSync(`${root}docs/rules.md`, 'utf8'));
const reports = readReports();
if (reports.length === 0) stop('No report of a run yet: type npm test first.');
const tests = reports.flatMap((report) => testsIn(report, root));

for (const [rule, sentence] of rules) {
  console.log(`${rule}  ${sentence}`);
  const proofs = tests.filter((test) => test.ran && test.rules.includes(rule));
  for (const file of new Set(proofs.map((test) => test.file))) {
    console.log(`    ${file}`);
    for (const test of proofs.filter((test) => test.file === file)) console.log(`        ${test.title}`);
  }
}

const faults = ruleFaults(rules, tests, { whole: true });
for (const fault of faults) console.error(fault);
console.log(`${rules.size} rules, ${faults.length} faults`);
if (faults.length > 0) process.exit(1);
