/* The function of Windows' bcryptprimitives.dll that native modules written in Rust call. Wine 8 has no such library. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) {
  const ULONG most = 1 << 20;
  for (ULONG part; size > 0; data += part, size -= part) {
    part = size > most ? most : (ULONG)size;
    if (!RtlGenRandom(data, part)) return FALSE;
  }
  return TRUE;
}
