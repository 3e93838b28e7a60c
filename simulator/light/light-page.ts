const BEGIN = '<!-- light clients, made by npm run simulate -- --light N --table --report -->';
const END = '<!-- end of the light clients -->';

/** Replaces the table between the page's marks. @throws if it has no marks */
export function withLightTable(page: string, lines: readonly string[]): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error('docs/scaling.md has no place for the table of light clients');
  return `${page.slice(0, from + BEGIN.length)}\n${lines.join('\n')}\n${page.slice(to)}`;
}

export interface LightRun {
  readonly clients: number;
  readonly seed: number;
  readonly node: string;
  readonly atMs: number;
  /** Processes that wanted a core, before each row and after the last one. */
  readonly loads: readonly number[];
}

/** The command line that repeats this run. */
export function lightRunLine({ clients, seed, node, atMs, loads }: LightRun): string {
  const [least, most] = [Math.min(...loads), Math.max(...loads)].map((load) => load.toFixed(1));
  const day = new Date(atMs).toISOString().slice(0, 10);
  const run = `npm run simulate -- --light ${clients} --seed ${seed} --table --report`;
  return `\`${run}\`, ${day}, Node ${node}, at loads of ${least} to ${most}:`;
}
