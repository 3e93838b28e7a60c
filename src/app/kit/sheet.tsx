import { type ReactNode, Suspense, useState } from 'react';
import { lazyAside } from './lazy-aside.ts';
import type { FrameProps } from './overlays/dialog-frame.tsx';
import { useWide } from './use-media.ts';

/** Loaded when the first dialog opens: no page needs it to be read. */
const DialogFrame = lazyAside(() => import('./overlays/dialog-frame.tsx'));

/** A frame without cost until it was first opened; it stays mounted for its closing animation. */
export function LazyFrame(props: FrameProps) {
  const [wasOpen, setWasOpen] = useState(props.open);
  if (props.open && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <Suspense fallback={null}>
      <DialogFrame {...props} />
    </Suspense>
  );
}

/** At the bottom in narrow windows, in the middle in wide ones. The owner pads the children. */
export function Sheet({
  children,
  ...frame
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  readonly large?: boolean;
  readonly bare?: boolean;
}) {
  const wide = useWide();
  return (
    <LazyFrame {...frame} shape={wide ? 'dialog' : 'sheet'}>
      {children}
    </LazyFrame>
  );
}
