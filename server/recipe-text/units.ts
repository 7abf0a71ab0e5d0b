/** Patterns of units in captions and descriptions. Of two units with the same beginning, the longer one comes first. */
const spaced = [
  'cups?',
  'tablespoons?|tbsps?|tbs|teaspoons?|tsps?',
  'grams?|grammes?|gr|g|kilograms?|kilos?|kg|milligrams?|mg',
  'millilit(?:er|re)s?|ml|centilit(?:er|re)s?|cl|decilit(?:er|re)s?|dl|lit(?:er|re)s?|l',
  'fluid ounces?|fl\\.? ?oz|ounces?|oz|pounds?|lbs?|pints?|quarts?|gallons?',
  'pinch(?:es)?|dash(?:es)?|cloves?|slices?|cans?|tins?|jars?|bottles?|bags?|box(?:es)?|packets?|packages?|packs?',
  'bunch(?:es)?|handfuls?|sticks?|sprigs?|knobs?|pieces?|stalks?|heads?|sheets?|drops?|splash(?:es)?|drizzles?',
  // German, French, Spanish, Italian, Portuguese.
  'EL|TL|Stück|Prisen?|Tassen?|Bund|Zehen?|Dosen?',
  'cuillères? à soupe|cuillères? à café|c\\. à s|c\\. à c|tasses?|gousses?|pincées?|sachets?',
  'cucharadas?|cucharaditas?|tazas?|pizcas?|dientes?|cucchiai|cucchiaio|cucchiaini|cucchiaino|spicchi|spicchio',
  'xícaras?|colheres de sopa|colheres de chá|colher de sopa|colher de chá',
  // Russian, Arabic, Persian, Hindi, Bengali, Thai.
  'стакан(?:а|ов)?|ст\\. ?л|ч\\. ?л|кг|г|мл|л',
  'أكواب|كوب|ملاعق كبيرة|ملعقة كبيرة|ملاعق صغيرة|ملعقة صغيرة|ملعقة|جرام|غرام|پیمانه|قاشق',
  'छोटे चम्मच|छोटा चम्मच|बड़े चम्मच|बड़ा चम्मच|चम्मच|कप|ग्राम|কাপ|চামচ|গ্রাম',
  'ถ้วย|ช้อนโต๊ะ|ช้อนชา|กรัม',
];
/** Chinese, Japanese and Korean write no space between unit and name. */
const joined =
  '毫升|公斤|千克|大勺|小勺|汤匙|茶匙|大匙|小匙|杯|勺|克|个|個|颗|瓣|片|根|枚|本|大さじ|小さじ|カップ|큰술|작은술|컵|그램|개';

/** Source of a regular expression that matches one unit. */
export const unitPattern = `(?:(?:${spaced.join('|')})(?![\\p{L}\\p{M}])\\.?|${joined})`;
