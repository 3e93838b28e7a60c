/** The table in docs/scaling.txt. */
export const lightPage = (lightRun: LightRun, lines: readonly string[]): string =>
  [
    'Light clients: frames and notes for a message, and what a node costs (docs/scaling.md). Written by',
    lightRunLine(lightRun),
    '',
    ...lines,
    '',
  ].join('\n');

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
  const command = `npm run simulate -- --light ${clients} --seed ${seed} --table --report`;
  return `\`${command}\`, ${day}, Node ${node}, at loads of ${least} to ${most}:`;
}
