import { Handle, Position, type Edge, type EdgeProps, type NodeProps } from '@xyflow/react';
import { use } from 'react';
import { edgeLabel } from '../chart/graph.ts';
import { ANY_TEXT, pathOf, SIZES, type PlacedEdge, type PlacedNode } from '../chart/layout.ts';
import { LightContext } from './light-context.ts';
import { rulesOfState } from '../rules-of-states.ts';
import styles from './chart.module.css';

/** The library wants a place on each box where lines could end; ours have their own. */
const Ends = () => (
  <>
    <Handle type="target" position={Position.Top} className={styles.end} isConnectable={false} />
    <Handle type="source" position={Position.Bottom} className={styles.end} isConnectable={false} />
  </>
);

export function StateBox({ data }: NodeProps) {
  const { node, inside, insideEdges } = data['placed'] as PlacedNode;
  const { activeIds, transitions, hits } = use(LightContext);
  const just = insideEdges.some((edge) => transitions.has(edge.id));
  return (
    <div
      className={styles.box}
      data-state={node.id}
      data-kind={node.kind}
      data-lit={activeIds.has(node.id) || undefined}
      data-taken={just || undefined}
      data-found={hits.has(node.id) || undefined}
      title={`${node.id}\n${rulesOfState(node.id).join(', ')}`}
    >
      <Ends />
      <strong>{node.name}</strong>
      {inside.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  );
}

export const EntryMarkBox = ({ data }: NodeProps) => (
  <div className={data['kind'] === 'any' ? styles.any : styles.dot}>
    <Ends />
    {data['kind'] === 'any' && ANY_TEXT}
  </div>
);

type WayEdge = Edge<{ readonly placed: PlacedEdge }>;

export function Way({ data }: EdgeProps<WayEdge>) {
  const { edges, points, label } = data?.placed ?? NOWHERE;
  const { transitions } = use(LightContext);
  const just = edges.some((edge) => transitions.has(edge.id));
  const last = points.at(-1);
  const before = points.at(-2);
  return (
    <g
      className={styles.way}
      data-taken={just || undefined}
      data-timed={(edges.length > 0 && edges.every((edge) => edge.kind === 'after')) || undefined}
    >
      <path d={pathOf(points)} />
      {last && before && (
        <polygon
          points="0,0 -8,4 -8,-4"
          transform={`translate(${last.x} ${last.y}) rotate(${angle(before, last)})`}
        />
      )}
      {label && (
        <>
          <rect x={label.x} y={label.y} width={label.width} height={label.height} rx={3} />
          {edges.map((edge, i) => (
            <text
              key={edge.id}
              x={label.x + 4}
              y={label.y + 11 + i * SIZES.lineHeight}
              data-edge={edge.id}
              data-timer={edge.kind === 'after' || undefined}
              data-taken={transitions.has(edge.id) || undefined}
            >
              <title>
                {edge.actions.length === 0 ? 'does nothing else' : `does ${edge.actions.join(', ')}`}
              </title>
              {edgeLabel(edge)}
            </text>
          ))}
        </>
      )}
    </g>
  );
}

const NOWHERE: Pick<PlacedEdge, 'edges' | 'points' | 'label'> = { edges: [], points: [], label: null };

const angle = (
  from: { readonly x: number; readonly y: number },
  to: { readonly x: number; readonly y: number },
): number => Math.round((Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI);
