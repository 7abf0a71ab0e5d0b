/** At least this wide is the picture of a card that comes from another site. */
export const cardWidthPx = 640;

/**
 * The address from which this browser loads a picture: one on another site through the server, which fetches it once and
 * keeps it. So no other site sees who reads what.
 * @param widthPx of the picture, at least
 */
export const ownAddress = (address: string, widthPx: number): string =>
  !address.startsWith('http') || address.startsWith(`${location.origin}/`)
    ? address
    : `/pictures/by-address?width=${widthPx}&url=${encodeURIComponent(address)}`;
