/*
 * The symbols of the alphabets. Sources: the IPA chart; the phone set of CMUdict; Azure's table of
 * viseme IDs; the phonemes of OpenJTalk, which VOICEVOX uses; espeak-ng's docs/phonemes.md; Rhubarb
 * Lip Sync's README. Which viseme a vowel has follows OVR LipSync's examples (aa car, E bed, ih
 * tip, oh toe, ou book) and, where these have none, Rhubarb's shapes (C: EH AE; E: AO ER).
 */
#include "live/voice/symbols_table.h"

// clang-format off
#define ONE(text, sound) {text, VRMI_SOUND_##sound, 0}
#define TWO(text, sound, end) {text, VRMI_SOUND_##sound, VRMI_SOUND_##end}

static const vrmi_symbol ipa[] = {
    ONE("p", PP), ONE("b", PP), ONE("m", PP), ONE("ɓ", PP), ONE("ʙ", PP), ONE("f", FF),
    ONE("v", FF), ONE("ɱ", FF), ONE("ʋ", FF), ONE("ɸ", BETA), ONE("β", BETA),
    ONE("θ", TH), ONE("ð", TH), ONE("t", DD), ONE("d", DD), ONE("ɾ", DD),
    ONE("ɗ", DD), ONE("ʈ", DD), ONE("ɖ", DD), ONE("ɽ", DD), ONE("k", KK),
    ONE("g", KK), ONE("ɡ", KK), ONE("x", KK), ONE("ɣ", KK), ONE("q", KK), ONE("ɢ", KK),
    ONE("χ", KK), ONE("ʁ", KK), ONE("c", KK), ONE("ɟ", KK), ONE("ɠ", KK),
    ONE("ʛ", KK), ONE("ʀ", KK), ONE("ŋ", KK), ONE("ɴ", KK), ONE("ɰ", KK),
    ONE("ʃ", CH), ONE("ʒ", CH), ONE("tʃ", CH), ONE("dʒ", CH), ONE("ɕ", CH),
    ONE("ʑ", CH), ONE("tɕ", CH), ONE("dʑ", CH), ONE("ʂ", CH), ONE("ʐ", CH),
    ONE("tʂ", CH), ONE("dʐ", CH), ONE("ç", CH), ONE("ʧ", CH), ONE("ʤ", CH),
    ONE("ʝ", CH), ONE("s", SS), ONE("z", SS), ONE("ts", SS), ONE("dz", SS), ONE("ʦ", SS),
    ONE("ʣ", SS), ONE("ɬ", SS), ONE("ɮ", SS), ONE("n", NN), ONE("ɲ", NN),
    ONE("ɳ", NN), ONE("l", NN), ONE("ɫ", NN), ONE("ʎ", NN), ONE("ɭ", NN),
    ONE("ʟ", NN), ONE("ɺ", NN), ONE("r", RR), ONE("ɹ", RR), ONE("ɻ", RR),
    ONE("h", H), ONE("ɦ", H), ONE("ʔ", H), ONE("ʕ", H), ONE("ħ", H),
    ONE("ʡ", H), ONE("ʜ", H), ONE("ʢ", H), ONE("w", W), ONE("ʍ", W),
    ONE("ɥ", W), ONE("j", Y), ONE("a", AA), ONE("ɑ", AA), ONE("ɐ", AA),
    ONE("ʌ", AA), ONE("ɶ", AA), ONE("ä", AA), ONE("e", E), ONE("ɛ", E),
    ONE("ɘ", E), ONE("i", IH), ONE("ɪ", IH), ONE("ɨ", IH), ONE("ᵻ", IH),
    ONE("o", OH), ONE("ɔ", OH), ONE("ɒ", OH), ONE("ɤ", OH), ONE("ø", OH),
    ONE("œ", OH), ONE("ɵ", OH), ONE("ɞ", OH), ONE("u", OU), ONE("ʊ", OU),
    ONE("ɯ", OU), ONE("ʉ", OU), ONE("y", OU), ONE("ʏ", OU), ONE("ᵿ", OU),
    ONE("æ", AE), ONE("ə", SCHWA), ONE("ɜ", ER), ONE("ɝ", ER),
    ONE("ɚ", ER), TWO("ai", AA, GLIDE_IH), TWO("aɪ", AA, GLIDE_IH), TWO("au", AA, GLIDE_OU),
    TWO("aʊ", AA, GLIDE_OU), TWO("ɑi", AA, GLIDE_IH), TWO("ɑɪ", AA, GLIDE_IH),
    TWO("ɑu", AA, GLIDE_OU), TWO("ɑʊ", AA, GLIDE_OU), TWO("ei", E, GLIDE_IH),
    TWO("eɪ", E, GLIDE_IH), TWO("eu", E, GLIDE_OU), TWO("eʊ", E, GLIDE_OU),
    TWO("ɛi", E, GLIDE_IH), TWO("ɛɪ", E, GLIDE_IH), TWO("ɛu", E, GLIDE_OU),
    TWO("ɛʊ", E, GLIDE_OU), TWO("oi", OH, GLIDE_IH), TWO("oɪ", OH, GLIDE_IH),
    TWO("ou", OH, GLIDE_OU), TWO("oʊ", OH, GLIDE_OU), TWO("ɔi", OH, GLIDE_IH),
    TWO("ɔɪ", OH, GLIDE_IH), TWO("ɔu", OH, GLIDE_OU),
    TWO("ɔʊ", OH, GLIDE_OU), TWO("ʌi", AA, GLIDE_IH),
    TWO("ʌɪ", AA, GLIDE_IH), TWO("ʌu", AA, GLIDE_OU),
    TWO("ʌʊ", AA, GLIDE_OU), TWO("æi", AE, GLIDE_IH),
    TWO("æɪ", AE, GLIDE_IH), TWO("æu", AE, GLIDE_OU),
    TWO("æʊ", AE, GLIDE_OU), TWO("əʊ", OH, GLIDE_OU),
    TWO("əɪ", SCHWA, GLIDE_IH), TWO("ɐʊ", AA, GLIDE_OU),
    TWO("ɐɪ", AA, GLIDE_IH), TWO("eə", E, GLIDE_SCHWA),
    TWO("ɛə", E, GLIDE_SCHWA), TWO("iə", IH, GLIDE_SCHWA),
    TWO("ɪə", IH, GLIDE_SCHWA), TWO("ʊə", OU, GLIDE_SCHWA),
    TWO("uə", OU, GLIDE_SCHWA), TWO("ɔə", OH, GLIDE_SCHWA),
};

static const vrmi_symbol arpabet[] = {
    ONE("P", PP), ONE("B", PP), ONE("M", PP), ONE("EM", PP), ONE("BX", PP), ONE("F", FF), ONE("V", FF),
    ONE("TH", TH), ONE("DH", TH), ONE("T", DD), ONE("D", DD), ONE("DX", DD), ONE("K", KK), ONE("G", KK),
    ONE("NG", KK), ONE("CH", CH), ONE("JH", CH), ONE("SH", CH), ONE("ZH", CH), ONE("S", SS), ONE("Z", SS),
    ONE("N", NN), ONE("L", NN), ONE("EL", NN), ONE("EN", NN), ONE("NX", NN), ONE("R", RR), ONE("HH", H),
    ONE("H", H), ONE("Q", H), ONE("W", W), ONE("WH", W), ONE("Y", Y), ONE("AA", AA), ONE("AH", AA),
    ONE("AE", AE), ONE("AO", OH), ONE("EH", E), ONE("IH", IH), ONE("IY", IH), ONE("IX", IH), ONE("UH", OU),
    ONE("UW", OU), ONE("UX", OU), ONE("AX", SCHWA), ONE("ER", ER), ONE("AXR", ER), TWO("AW", AA, GLIDE_OU),
    TWO("AY", AA, GLIDE_IH), TWO("EY", E, GLIDE_IH), TWO("OW", OH, GLIDE_OU), TWO("OY", OH, GLIDE_IH),
    ONE("SIL", SILENCE), ONE("SP", SILENCE), ONE("SPN", SILENCE), ONE("PAU", SILENCE),
};

static const vrmi_symbol azure[] = {
    ONE("0", SILENCE), ONE("1", AE), ONE("2", AA), ONE("3", OH), ONE("4", E), ONE("5", ER), ONE("6", IH),
    ONE("7", OU), ONE("8", OH), TWO("9", AA, GLIDE_OU), TWO("10", OH, GLIDE_IH), TWO("11", AA, GLIDE_IH),
    ONE("12", H), ONE("13", RR), ONE("14", NN), ONE("15", SS), ONE("16", CH), ONE("17", TH), ONE("18", FF),
    ONE("19", DD), ONE("20", KK), ONE("21", PP),
};

static const vrmi_symbol voicevox[] = {
    ONE("p", PP), ONE("b", PP), ONE("m", PP), ONE("py", PP), ONE("by", PP), ONE("my", PP), ONE("f", BETA),
    ONE("v", BETA), ONE("t", DD), ONE("d", DD), ONE("ty", DD), ONE("dy", DD), ONE("r", DD), ONE("ry", DD),
    ONE("k", KK), ONE("g", KK), ONE("ky", KK), ONE("gy", KK), ONE("kw", KK), ONE("gw", KK), ONE("sh", CH),
    ONE("ch", CH), ONE("j", CH), ONE("s", SS), ONE("z", SS), ONE("ts", SS), ONE("n", NN), ONE("ny", NN),
    ONE("h", H), ONE("cl", H), ONE("q", H), ONE("hy", Y), ONE("y", Y), ONE("w", W), ONE("a", AA),
    ONE("i", IH), ONE("u", OU), ONE("e", E), ONE("o", OH), ONE("A", SCHWA), ONE("I", WEAK_IH),
    ONE("U", WEAK_OU), ONE("E", E), ONE("O", OH), ONE("N", MORA_N), ONE("pau", SILENCE), ONE("sil", SILENCE),
};

static const vrmi_symbol espeak[] = {
    ONE("p", PP), ONE("b", PP), ONE("m", PP), ONE("f", FF), ONE("v", FF), ONE("B", BETA), ONE("P", BETA),
    ONE("p\\", BETA), ONE("T", TH), ONE("D", TH), ONE("t", DD), ONE("d", DD), ONE("*", DD), ONE("**", DD),
    ONE("r2", DD), ONE("k", KK), ONE("g", KK), ONE("x", KK), ONE("Q", KK), ONE("G", KK), ONE("c", KK),
    ONE("q", KK), ONE("N", KK), ONE("n^g", KK), ONE("S", CH), ONE("Z", CH), ONE("tS", CH), ONE("dZ", CH),
    ONE("s\\", CH), ONE("z\\", CH), ONE("ts\\", CH), ONE("dz\\", CH), ONE("C", CH), ONE("s;", CH),
    ONE("z;", CH), ONE("tS;", CH), ONE("S;", CH), ONE("s.", CH), ONE("z.", CH), ONE("t^S", CH), ONE("s", SS),
    ONE("z", SS), ONE("ts", SS), ONE("dz", SS), ONE("n", NN), ONE("n^", NN), ONE("l", NN), ONE("l^", NN),
    ONE("L", NN), ONE("r", RR), ONE("R", RR), ONE("R2", RR), ONE("r-", RR), ONE("h", H), ONE("H", H),
    ONE("?", H), ONE("w", W), ONE("W", W), ONE("j", Y), ONE("J", Y), ONE("j^", Y), ONE("a", AA), ONE("A", AA),
    ONE("V", AA), ONE("6", AA), ONE("a~", AA), ONE("A~", AA), ONE("e", E), ONE("E", E), ONE("e~", E),
    ONE("E~", E), ONE("e^", E), ONE("i", IH), ONE("I", IH), ONE("y\\", IH), ONE("1", IH), ONE("i~", IH),
    ONE("i\"", IH), ONE("o", OH), ONE("O", OH), ONE("0", OH), ONE("o~", OH), ONE("O~", OH), ONE("Y", OH),
    ONE("Y:", OH), ONE("W:", OH), ONE("u", OU), ONE("U", OU), ONE("y", OU), ONE("u\"", OU), ONE("M", OU),
    ONE("&", AE), ONE("@", SCHWA), ONE("@2", SCHWA), ONE("@5", SCHWA), ONE("3", ER), ONE("3:", ER),
    ONE("@r", ER), ONE("u~", MORA_N), TWO("ai", AA, GLIDE_IH), TWO("aI", AA, GLIDE_IH),
    TWO("au", AA, GLIDE_OU), TWO("aU", AA, GLIDE_OU), TWO("Ai", AA, GLIDE_IH), TWO("AI", AA, GLIDE_IH),
    TWO("Au", AA, GLIDE_OU), TWO("AU", AA, GLIDE_OU), TWO("ei", E, GLIDE_IH), TWO("eI", E, GLIDE_IH),
    TWO("eu", E, GLIDE_OU), TWO("eU", E, GLIDE_OU), TWO("Ei", E, GLIDE_IH), TWO("EI", E, GLIDE_IH),
    TWO("Eu", E, GLIDE_OU), TWO("EU", E, GLIDE_OU), TWO("oi", OH, GLIDE_IH), TWO("oI", OH, GLIDE_IH),
    TWO("ou", OH, GLIDE_OU), TWO("oU", OH, GLIDE_OU), TWO("Oi", OH, GLIDE_IH), TWO("OI", OH, GLIDE_IH),
    TWO("Ou", OH, GLIDE_OU), TWO("OU", OH, GLIDE_OU), TWO("Vi", AA, GLIDE_IH), TWO("VI", AA, GLIDE_IH),
    TWO("Vu", AA, GLIDE_OU), TWO("VU", AA, GLIDE_OU), TWO("@U", OH, GLIDE_OU), TWO("e@", E, GLIDE_SCHWA),
    TWO("i@", IH, GLIDE_SCHWA), TWO("I@", IH, GLIDE_SCHWA), TWO("U@", OU, GLIDE_SCHWA),
    TWO("u@", OU, GLIDE_SCHWA), TWO("o@", OH, GLIDE_SCHWA), TWO("O@", OH, GLIDE_SCHWA),
    TWO("aI@", AA, GLIDE_SCHWA), TWO("aU@", AA, GLIDE_SCHWA), TWO("E@", E, GLIDE_SCHWA), ONE("_", SILENCE), ONE("_j", Y),
    ONE("t_s\\", CH), ONE("d_z\\", CH), ONE("r`", DD),
    ONE("_:", SILENCE), ONE("_|", SILENCE), ONE("_!", SILENCE), ONE(";_", SILENCE),
};

static const vrmi_symbol rhubarb[] = {
    ONE("A", PP), ONE("B", TEETH), ONE("C", AE), ONE("D", AA), ONE("E", ER), ONE("F", OU), ONE("G", FF),
    ONE("H", GLIDE_SCHWA), ONE("X", SILENCE),
};

#define SYMBOLS(table) {table, sizeof(table) / sizeof(table)[0]}
const vrmi_symbols vrmi_symbols_ipa = SYMBOLS(ipa);
const vrmi_symbols vrmi_symbols_arpabet = SYMBOLS(arpabet);
const vrmi_symbols vrmi_symbols_azure = SYMBOLS(azure);
const vrmi_symbols vrmi_symbols_voicevox = SYMBOLS(voicevox);
const vrmi_symbols vrmi_symbols_espeak = SYMBOLS(espeak);
const vrmi_symbols vrmi_symbols_rhubarb = SYMBOLS(rhubarb);
