#include "avatar/avatar.h"
