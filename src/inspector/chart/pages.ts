import type { ELK } from 'elkjs/lib/elk-api.js';
import { MACHINES, type Listed } from '../machines.ts';
import { drawChart } from './draw.ts';
import { graphOf } from './graph.ts';
import { layOut } from './layout.ts';

const sources: Readonly<Record<string, string>> = import.meta.glob('../../../machines/*.machine.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The charts and the page of docs/machines by path, as the code is now. */
export async function chartFiles(elk: Pick<ELK, 'layout'>): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const sections: string[] = [];
  for (const listed of MACHINES) {
    const graph = graphOf(listed.machine);
    files.set(
      `docs/machines/${listed.name}.svg`,
      drawChart(await layOut(graph, elk), `The ${listed.name} machine`),
    );
    sections.push(sectionOf(listed));
  }
  files.set('docs/machines/README.md', contents(sections));
  return files;
}

/** The first comment of a machine's file. */
export function headOf(source: string): string {
  const [, comment = ''] = /\/\*\*([\s\S]*?)\*\//.exec(source) ?? [];
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
    .join('\n')
    .trim();
}

const sourceOf = (name: string): string => sources[`../../../machines/${name}.machine.ts`] ?? '';

const NOTE = `Drawn from the code (\`machines/NAME.machine.ts\`) by \`npm run charts\`, with states, events
and timers. How to read a chart, and how to watch it with the rules of each state while the app runs:
[the inspector](../inspector.md).`;

const contents = (sections: readonly string[]): string =>
  `# The machines\n\n${NOTE}\n\n${sections.join('\n')}`;

const sectionOf = ({ name }: Listed): string =>
  [`## ${name}`, '', headOf(sourceOf(name)), '', `![Chart of the ${name} machine](${name}.svg)`, ''].join(
    '\n',
  );
