import { cx } from '../../../src/app/kit/class-names.ts';
import type { ManualFault, NodeView } from '../view-types.ts';
import styles from './view.module.css';
import { counted, word } from './words.ts';

export function NodeBox({
  node,
  inject,
}: {
  readonly node: NodeView;
  readonly inject: (fault: ManualFault) => void;
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
        {frozen ? word('frozen') : up ? counted.sockets(sockets) : word('gone')}
      </span>
      {up && (
        <button
          type="button"
          className={styles.fault}
          disabled={frozen}
          onClick={() => inject({ at: 'node', what: 'freeze', node: name })}
        >
          {word('freeze')}
        </button>
      )}
      <button
        type="button"
        className={styles.fault}
        onClick={() => inject({ at: 'node', what: up ? 'kill' : 'start', node: name })}
      >
        {word(up ? 'kill' : 'start')}
      </button>
    </article>
  );
}
