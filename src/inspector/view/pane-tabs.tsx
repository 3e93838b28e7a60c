import styles from './inspector.module.css';

const PANES = [
  ['screen', 'Screen'],
  ['chart', 'Chart'],
  ['machines', 'Machines'],
  ['events', 'Events'],
  ['details', 'Details'],
] as const;
/** The panes while two scripts are open. */
const TWO_PANES = [
  ['screen', 'First'],
  ['other', 'Second'],
  ['events', 'Events'],
] as const;
export type PaneName = (typeof PANES | typeof TWO_PANES)[number][0];

/** Chooses the one pane that a narrow window shows. */
export const PaneTabs = ({
  shown,
  show,
  isTwo,
}: {
  readonly shown: PaneName;
  readonly isTwo: boolean;
  readonly show: (pane: PaneName) => void;
}) => (
  <nav className={styles.panes} aria-label="Panes">
    {(isTwo ? TWO_PANES : PANES).map(([name, words]) => (
      <button key={name} type="button" aria-current={name === shown} onClick={() => show(name)}>
        {words}
      </button>
    ))}
  </nav>
);
