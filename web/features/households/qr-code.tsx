import { QRCodeSVG } from '@rc-component/qrcode';

/** Modules of empty space around a QR code, which scanners need. */
const quietZone = 4;

/** In ink on white also in dark mode: not all scanners read inverted codes. */
export const QrCode = ({ value }: { value: string }) => (
  <QRCodeSVG
    value={value}
    size={230}
    level="M"
    marginSize={quietZone}
    fgColor="#1f2328"
    bgColor="#ffffff"
    title="QR code of the link"
  />
);
