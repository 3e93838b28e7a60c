import type { ELK } from 'elkjs/lib/elk-api.js';
import { MACHINES, type Listed } from '../machines.ts';
import { drawChart } from './draw.ts';
import { durationText, graphOf, type ChartEdge, type ChartGraph } from './graph.ts';
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
    sections.push(sectionOf(listed, graph));
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

const NOTE = `Drawn from the code by \`npm run charts\`. The charts show states and events. How to read one, and how to watch it
with the rules of each state while the app runs: [the inspector](../inspector.md).`;

const contents = (sections: readonly string[]): string =>
  `# The machines\n\n${NOTE}\n\n${sections.join('\n')}`;

function sectionOf({ name }: Listed, graph: ChartGraph): string {
  const source = `machines/${name}.machine.ts`;
  const timers = graph.edges.filter((edge) => edge.kind === 'after').map((edge) => timerText(graph, edge));
  return [
    `## ${name}`,
    '',
    headOf(sourceOf(name)),
    '',
    `![Chart of the ${name} machine](${name}.svg)`,
    '',
    `Source: [\`${source}\`](../../${source}).${timers.length === 0 ? '' : ' Timers:'}`,
    '',
    ...(timers.length === 0 ? [] : [...timers, '']),
  ].join('\n');
}

function timerText(graph: ChartGraph, edge: ChartEdge): string {
  const guard = edge.guard === null ? (edge.otherwise ? ' [else]' : '') : ` [${edge.guard}]`;
  const length = edge.delayMs === null ? 'by context' : durationText(edge.delayMs);
  const actions = edge.actions.length === 0 ? '' : `: ${edge.actions.join(', ')}`;
  return `- \`${edge.trigger}\`${guard}, ${length}: ${stateText(graph, edge.source)} → ${targetText(graph, edge)}${actions}`;
}

const shortId = (graph: ChartGraph, id: string): string =>
  id === graph.id ? id : id.slice(graph.id.length + 1);

const stateText = (graph: ChartGraph, id: string): string =>
  id === graph.id ? 'any state' : `\`${shortId(graph, id)}\``;

const targetText = (graph: ChartGraph, edge: ChartEdge): string =>
  edge.targets.length === 0 ? 'stays' : edge.targets.map((id) => stateText(graph, id)).join(', ');
