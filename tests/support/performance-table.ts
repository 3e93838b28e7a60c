/** The table of docs/performance.md, made from the last results of the benches. */
export interface BenchResult {
  readonly area: string;
  readonly figure: string;
  /** The limit, or an empty text without one. */
  readonly must: string;
  readonly aim: string;
  readonly result: string;
  readonly met: boolean;
  /** The day, or only the month, of the measurement. */
  readonly date: string;
  /** Processes that wanted a core at that time. */
  readonly load: string;
  readonly command: string;
  /** Lines of a bench with the result. Absent if the result is entered by hand. */
  readonly prints?: { readonly bench: string; readonly lines: readonly string[]; readonly unit?: string };
}

const BEGIN = '<!-- results: made by npm run docs from tests/bench/results.json -->\n';
const END = '<!-- end of results -->';

const code = (command: string): string =>
  command.includes('npm run') && !command.includes('`') ? `\`${command}\`` : command;

function row({ figure, must, aim, result, met, date, load, command, prints }: BenchResult): string {
  const last = met ? result : `**${result}: not met**`;
  const when = prints ? date : `${date}, entered by hand`;
  return `| ${[figure, must, aim, last, when, load, code(command)].join(' | ')} |\n`;
}

/** The page with its tables, one for each area. @throws when the page has no place for them */
export function withResults(page: string, results: readonly BenchResult[]): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.slice(rest.indexOf(END));
  if (before === undefined || after === undefined)
    throw new Error('docs/performance.md has no place for its results');
  const areas = [...new Set(results.map(({ area }) => area))];
  const tables = areas.map((area) => {
    const rows = results.filter((result) => result.area === area).map(row);
    const head =
      '| Figure | Must | Aim | Last result | Date | Load | Command |\n|---|---|---|---|---|---|---|\n';
    return `\n### ${area}\n\n${head}${rows.join('')}`;
  });
  return `${before}${BEGIN}${tables.join('')}\n${after}`;
}
