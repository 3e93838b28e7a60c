import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';

/** The query of the address; the same object while the query is the same. */
export function useQuery(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}
