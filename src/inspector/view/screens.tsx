import { useMemo } from 'react';
import type { Desk, DeskView } from '../model/desk.ts';
import type { ScreenLink } from '../model/screen-link.ts';
import { otherSide } from '../model/screen-source.ts';
import { ComparePart } from './compare-part.tsx';
import { OtherScreenPane, type ScreenWidth, ScreenPane } from './screen-part.tsx';

interface Props {
  readonly desk: Desk;
  readonly view: DeskView;
  readonly link: ScreenLink;
  readonly other: ScreenLink;
  readonly device: ScreenWidth;
  readonly onDevice: (device: ScreenWidth) => void;
}

/** The screen of the script, or those of two scripts with their first difference. */
export function Screens({ desk, view: { compared }, link, other, device, onDevice }: Props) {
  const otherSource = useMemo(() => otherSide(desk), [desk]);
  return (
    <>
      {compared !== null && <ComparePart desk={desk} compared={compared} />}
      <ScreenPane source={desk} link={link} device={device} onDevice={onDevice} title={compared?.names[0]} />
      {compared !== null && (
        <OtherScreenPane source={otherSource} link={other} device={device} title={compared.names[1]} />
      )}
    </>
  );
}
