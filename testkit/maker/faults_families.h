/* The files of faults/, in the order of docs/reference/rules.md. CMakeLists.txt builds in what
 * stands here.
 */
#ifndef MAKER_FAULTS_FAMILIES_H
#define MAKER_FAULTS_FAMILIES_H

#define FAULT_FAMILIES(X)                                                                          \
    X(container)                                                                                   \
    X(gltf)                                                                                        \
    X(payload)                                                                                     \
    X(node)                                                                                        \
    X(vrm)                                                                                         \
    X(humanoid)                                                                                    \
    X(pose)                                                                                        \
    X(meta)                                                                                        \
    X(expression)                                                                                  \
    X(gaze)                                                                                        \
    X(material)                                                                                    \
    X(spring)                                                                                      \
    X(constraint)                                                                                  \
    X(behaviour_spring)                                                                            \
    X(behaviour_mesh)

#endif
