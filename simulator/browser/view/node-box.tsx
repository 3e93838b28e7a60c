import { cx } from '../../../src/app/kit/class-names.ts';
import type { ManualFault, NodeView } from '../view-types.ts';
import styles from './view.module.css';

export function NodeBox({
  node,
  hand,
}: {
  readonly node: NodeView;
  readonly hand: (hand: ManualFault) => void;
}) {
  const { name, up, frozen, sockets } = node;
  return (
    <article
      className={cx(styles.node, !up && styles.down, frozen && styles.ice)}
      data-node={name}
      aria-label={name}
    >
      <span className={styles.lamp} data-on={up || undefined} />
      <b>{name}</b>
      <span className={styles.soft}>
        {frozen ? 'frozen' : up ? `${sockets} ${sockets === 1 ? 'socket' : 'sockets'}` : 'is gone'}
      </span>
      {up && (
        <button
          type="button"
          className={styles.fault}
          disabled={frozen}
          onClick={() => hand({ at: 'node', what: 'freeze', node: name })}
        >
          Freeze
        </button>
      )}
      <button
        type="button"
        className={styles.fault}
        onClick={() => hand({ at: 'node', what: up ? 'kill' : 'start', node: name })}
      >
        {up ? 'Kill' : 'Start'}
      </button>
    </article>
  );
}
