import styles from './inspector.module.css';

export const PANES = [
  ['screen', 'Screen'],
  ['chart', 'Chart'],
  ['machines', 'Machines'],
  ['events', 'Events'],
  ['details', 'Details'],
] as const;
export type PaneName = (typeof PANES)[number][0];

/** Chooses the one pane that a narrow window shows. */
export const PaneTabs = ({
  shown,
  show,
}: {
  readonly shown: PaneName;
  readonly show: (pane: PaneName) => void;
}) => (
  <nav className={styles.panes} aria-label="Panes">
    {PANES.map(([name, words]) => (
      <button key={name} type="button" aria-current={name === shown} onClick={() => show(name)}>
        {words}
      </button>
    ))}
  </nav>
);
