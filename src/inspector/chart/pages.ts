import type { ELK } from 'elkjs/lib/elk-api.js';
import { MACHINES, type Listed } from '../machines.ts';
import { rulesOfState } from '../rules-of-states.ts';
import { drawChart } from './draw.ts';
import { durationText, graphOf, type ChartEdge, type ChartGraph } from './graph.ts';
import { layOut } from './layout.ts';

const sources: Readonly<Record<string, string>> = import.meta.glob('../../../machines/*.machine.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Every chart and page of docs/machines by its path, as the code is now. */
export async function chartFiles(elk: Pick<ELK, 'layout'>): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const listed of MACHINES) {
    const graph = graphOf(listed.machine);
    files.set(
      `docs/machines/${listed.name}.svg`,
      drawChart(await layOut(graph, elk), `The ${listed.name} machine`),
    );
    files.set(`docs/machines/${listed.name}.md`, pageOf(listed, graph));
  }
  files.set('docs/machines/README.md', contents());
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

const NOTE =
  'Drawn from the code by `npm run charts`; a test fails when a page is stale. The charts show the events.';

function contents(): string {
  const lines = MACHINES.map(
    ({ name }) => `- [${name}](${name}.md): ${firstSentence(headOf(sourceOf(name)))}`,
  );
  return `# The machines\n\n${NOTE}\nHow to read a chart, and how to watch one while the app runs: [the inspector](../inspector.md).\n\n${lines.join('\n')}\n`;
}

const firstSentence = (text: string): string =>
  /^[\s\S]*?[.?](?=\s|$)/
    .exec(text)?.[0]
    .replace(/\s+/g, ' ')
    .replace(/ \((?:[A-Z]+-\d+)[^)]*\)/, '') ?? text;

function pageOf({ name }: Listed, graph: ChartGraph): string {
  const source = `machines/${name}.machine.ts`;
  const timers = graph.edges.filter((edge) => edge.kind === 'after');
  return [
    `# The ${name} machine`,
    '',
    headOf(sourceOf(name)),
    '',
    `![Chart of the ${name} machine](${name}.svg)`,
    '',
    `Source: [\`${source}\`](../../${source})`,
    '',
    '## States',
    '',
    ...table(['Rules', 'States (+ on entry, − on exit)'], statesByRules(graph)),
    '',
    ...(timers.length === 0
      ? []
      : [
          '## Timers',
          '',
          ...table(
            ['Timer', 'Length', 'In', 'Goes to', 'Does'],
            timers.map((edge) => timerRow(graph, edge)),
          ),
          '',
        ]),
  ].join('\n');
}

/** States with the same rules share a row. */
function statesByRules(graph: ChartGraph): readonly (readonly string[])[] {
  const rows = new Map<string, string[]>();
  for (const node of graph.nodes) {
    const rules = ruleText(rulesOfState(node.id));
    const actions = [
      ...node.entry.map((action) => `+${action}`),
      ...node.exit.map((action) => `−${action}`),
    ].join(' ');
    const kind = node.kind === 'plain' || node.kind === 'compound' ? '' : ` (${node.kind})`;
    const state = `\`${shortId(graph, node.id)}\`${kind}${actions === '' ? '' : ` ${actions}`}`;
    rows.set(rules, [...(rows.get(rules) ?? []), state]);
  }
  return [...rows].map(([rules, states]) => [rules, states.join(', ')]);
}

const timerRow = (graph: ChartGraph, edge: ChartEdge): readonly string[] => [
  `\`${edge.trigger}\`${edge.guard === null ? (edge.otherwise ? ' [else]' : '') : ` [${edge.guard}]`}`,
  edge.delayMs === null ? 'by context' : durationText(edge.delayMs),
  stateText(graph, edge.source),
  targetText(graph, edge),
  edge.actions.join(', '),
];

const shortId = (graph: ChartGraph, id: string): string =>
  id === graph.id ? id : id.slice(graph.id.length + 1);

const stateText = (graph: ChartGraph, id: string): string =>
  id === graph.id ? 'any state' : `\`${shortId(graph, id)}\``;

const targetText = (graph: ChartGraph, edge: ChartEdge): string =>
  edge.targets.length === 0 ? 'stays' : edge.targets.map((id) => stateText(graph, id)).join(', ');

const ruleText = (rules: readonly string[]): string => rules.join(', ');

const table = (head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => '---').join('|')}|`,
  ...rows.map((cells) => `| ${cells.join(' | ')} |`),
];
