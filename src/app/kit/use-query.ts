import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';

/** What the address says behind its path; the same object for as long as it says the same. */
export function useQuery(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}
