import type { ListFilter } from '../../../client/state/selectors.ts';
import { useStore } from '../../shared/client-context.ts';
import { AlsoOnline } from './also-online.tsx';
import { ListBars } from './list-bars.tsx';
import { ReadAll } from './read-all.tsx';

/** Parts around the list that load after it: the bars above, or the tools beside the tabs of a filter. */
export default function ListExtras({ filter }: { readonly filter?: ListFilter }) {
  return filter === undefined ? <ListBars /> : <ListTools filter={filter} />;
}

function ListTools({ filter }: { readonly filter: ListFilter }) {
  const isMultiport = useStore((state) => state.multiport && state.connection.name === 'open');
  return (
    <>
      {filter !== 'all' && <ReadAll filter={filter} />}
      {isMultiport && <AlsoOnline />}
    </>
  );
}
